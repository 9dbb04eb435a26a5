import type { SimilarTraveler } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { similarStrings as words } from './strings.ts'
import classes from './SimilarTravelers.module.css'

type Props = { found: readonly SimilarTraveler[]; onUse: (id: number) => void; onCreate: () => void }

/** Passengers who may be the one that is about to be made, before that is done. */
export const SimilarTravelers = ({ found, onUse, onCreate }: Props) => (
  <section role="alert" aria-label={words.title} className={classes['similar']}>
    <h3>{words.title}</h3>
    <ul>
      {found.map((traveler) => (
        <Similar key={traveler.id} traveler={traveler} onUse={() => onUse(traveler.id)} />
      ))}
    </ul>
    <Button size="compact-sm" variant="default" onClick={onCreate}>
      {words.create}
    </Button>
  </section>
)

const Similar = ({ traveler, onUse }: { traveler: SimilarTraveler; onUse: () => void }) => {
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
      <Button size="compact-sm" aria-label={words.useNamed(full_name, id)} onClick={onUse}>
        {words.use}
      </Button>
    </li>
  )
}
