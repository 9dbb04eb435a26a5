import type { Change } from './draft.ts'
import classes from './schema.module.css'

/** What every part of the editor does its work with. */
export type Editing = {
  change: (change: Change) => void
  move: (id: number, to: number, name: string, count: number) => void
  /** the message beside what lies at this pointer */
  problem: (pointer: string) => string | undefined
}

export const Problem = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <p className={classes['problem']}>{text}</p>
