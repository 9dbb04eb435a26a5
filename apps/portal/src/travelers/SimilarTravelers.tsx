import type { SimilarTraveler } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { pairText } from './merge/pair.ts'
import { mergeStrings as mergeWords } from './merge/strings.ts'
import { useMayMerge } from './merge/use-may-merge.ts'
import { similarStrings as words } from './strings.ts'
import classes from './SimilarTravelers.module.css'

type Props = { found: readonly SimilarTraveler[]; onUse: (id: number) => void; onCreate: () => void }

/** Passengers who may be the one that is about to be made, before that is done. */
export const SimilarTravelers = ({ found, onUse, onCreate }: Props) => (
  <section role="alert" aria-label={words.title} className={classes['similar']}>
    <h3>{words.title}</h3>
    <ul>
      {found.map((traveler, place) => (
        <Similar
          key={traveler.id}
          traveler={traveler}
          first={place === 0 ? null : (found[0] ?? null)}
          onUse={() => onUse(traveler.id)}
        />
      ))}
    </ul>
    <Button size="compact-sm" variant="default" onClick={onCreate}>
      {words.create}
    </Button>
  </section>
)

type OneProps = {
  traveler: SimilarTraveler
  /** with whom this one may be one person; null: it is that one itself */
  first: SimilarTraveler | null
  onUse: () => void
}

const Similar = ({ traveler, first, onUse }: OneProps) => {
  const { id, full_name, phone_number, email, address, last_ride: ride, alike } = traveler
  const format = useFormat(ride?.time_zone)
  const details = [
    phone_number,
    email,
    address,
    ride && words.lastRide(format.dateTime(ride.at), ride.destination_name),
  ].filter((text) => text !== null)
  return (
    <li>
      <div className={classes['who']}>
        <strong>{words.named(full_name, id)}</strong>
        {alike.map((what) => (
          <StatusTag key={what} tone="warning">
            {words.alike[what]}
          </StatusTag>
        ))}
        <p>{details.join(' · ')}</p>
      </div>
      <div className={classes['buttons']}>
        {first !== null && <MergeWith kept={first} other={traveler} />}
        <Button size="compact-sm" aria-label={words.useNamed(full_name, id)} onClick={onUse}>
          {words.use}
        </Button>
      </div>
    </li>
  )
}

/** Two who look like a third may be one person with two records. */
const MergeWith = ({ kept, other }: { kept: SimilarTraveler; other: SimilarTraveler }) => {
  const may = useMayMerge()
  const open = useOpenDialog()
  if (!may) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={mergeWords.mergeNamed(other.full_name, other.id, kept.full_name, kept.id)}
      onClick={() => open('MergeTravelersDialog', 'edit', pairText(kept.id, other.id))}
    >
      {mergeWords.open}
    </Button>
  )
}
