import { useEffect, useRef } from 'react'
import type { Change } from './draft.ts'
import classes from './editing.module.css'

/** What every part of the editor does its work with. */
export type Editing = {
  change: (change: Change) => void
  move: (id: number, to: number, name: string, count: number) => void
  /** the message beside what lies at this pointer */
  problem: (pointer: string) => string | undefined
}

export const Problem = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <p className={classes['problem']}>{text}</p>

/** Scrolls to the first field that is marked after a refused save: the editor may be longer than the screen. */
export const useFirstProblem = (problems: ReadonlyMap<string, string>) => {
  const editor = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.size === 0) return
    const first = editor.current?.querySelector(`[aria-invalid="true"], .${classes['problem']}`)
    first?.scrollIntoView({ block: 'center' })
    if (first instanceof HTMLInputElement) first.focus({ preventScroll: true })
  }, [problems])
  return editor
}
