import type { AidKind, BookedAid } from '@ambit/contract'
import {
  IconArmchair2,
  IconBabyCarriage,
  IconDisabled2,
  IconDog,
  IconDoor,
  IconEarOff,
  IconEyeOff,
  IconOld,
  IconScooterElectric,
  IconUser,
  IconWheelchair,
} from '@tabler/icons-react'
import classes from './AidMarks.module.css'

const icons = {
  none: IconUser,
  walker: IconOld,
  pram: IconBabyCarriage,
  service_animal: IconDog,
  wheelchair: IconWheelchair,
  large_wheelchair: IconDisabled2,
  scooter: IconScooterElectric,
  blind: IconEyeOff,
  deaf: IconEarOff,
  help_to_door: IconDoor,
  child_seat: IconArmchair2,
} as const satisfies Record<AidKind, unknown>

type Props = {
  /** null: masked for the reader */
  aids: readonly BookedAid[] | null
  /** the word is for screen readers and the pointer */
  short?: boolean
}

/** What travels along, by icon and word. */
export const AidMarks = ({ aids, short = false }: Props) => (
  <>
    {aids?.map(({ kind, name }, at) => {
      const Icon = icons[kind]
      return (
        <span key={`${at} ${name}`} className={classes['mark']} title={short ? name : undefined}>
          <Icon size={14} aria-hidden />
          <span className={short ? 'visually-hidden' : undefined}>{name}</span>
        </span>
      )
    })}
  </>
)
