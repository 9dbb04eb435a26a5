import type { EffectMark } from '@ambit/contract'
import { IconArmchair, IconClockCheck, IconPin, IconUsers, IconWheelchair } from '@tabler/icons-react'
import classes from './effect.module.css'
import { effectStrings } from './strings.ts'

const icons = {
  wheelchair: IconWheelchair,
  on_board: IconArmchair,
  group: IconUsers,
  pinned: IconPin,
  wished_arrival: IconClockCheck,
} as const satisfies Record<EffectMark, unknown>

/** What is special about a booking, by icon and word. `short`: the word is for screen readers and the pointer. */
export const EffectMarks = ({ marks, short = false }: { marks: readonly EffectMark[]; short?: boolean }) => (
  <>
    {marks.map((mark) => {
      const Icon = icons[mark]
      const word = effectStrings.marks[mark]
      return (
        <span key={mark} className={classes['mark']} title={short ? word : undefined}>
          <Icon size={13} aria-hidden />
          <span className={short ? 'visually-hidden' : undefined}>{word}</span>
        </span>
      )
    })}
  </>
)
