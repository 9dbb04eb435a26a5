import type { EffectOption } from '@ambit/contract'
import { Checkbox } from '@mantine/core'
import classes from '../records/effects/effect.module.css'
import { effectStrings as words } from '../records/effects/strings.ts'

type Props = {
  /** as it was found, with every move */
  option: EffectOption
  /** bookings that stay where they are */
  left: readonly number[]
  onChange: (left: readonly number[]) => void
}

/** The moves of a better plan, each with what it saves; those that are unticked are left, and the rest is worked out anew. */
export const EffectMoves = ({ option: { effect }, left, onChange }: Props) => {
  const moved = effect.bookings.filter(({ outcome }) => outcome === 'moved')
  if (moved.length === 0) return null
  return (
    <fieldset className={classes['moves']}>
      <legend className={classes['title']}>{words.moves}</legend>
      {moved.map(({ service_request_id: id, traveler_name }) => (
        <Checkbox
          key={id}
          label={words.move(traveler_name, effect.notes.find((note) => note.startsWith(`Booking ${id} to `)) ?? '')}
          checked={!left.includes(id)}
          onChange={(event) => onChange(event.currentTarget.checked ? left.filter((one) => one !== id) : [...left, id])}
        />
      ))}
    </fieldset>
  )
}
