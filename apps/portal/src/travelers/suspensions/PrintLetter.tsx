import type { Letter, Suspension } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { announceFailure } from '../../api/announce-failure.ts'
import { stepName } from '../../records/suspensions.ts'
import '../../ui/print.css'
import { lettersOf } from './queries.ts'
import { stepStrings as words } from './strings.ts'

/** Large print, as those who read with difficulty need it. */
const LARGE = { fontSize: '18pt', lineHeight: 1.5 } as const

type Props = { step: Suspension; what: 'letter' | 'decision' }

/** The browser prints only the sheet, in the passenger's language; what it says is asked for again each time. */
export const PrintLetter = ({ step, what }: Props) => {
  const [sheet, setSheet] = useState<Letter | null>(null)
  const button = what === 'letter' ? words.buttons.print : words.buttons.printDecision
  const print = async (): Promise<void> => {
    const letters = await lettersOf(step.id).catch((error: unknown) => announceFailure(error, words.printFailed))
    const letter = letters?.[what] ?? null
    if (letter === null) return
    flushSync(() => setSheet(letter))
    const title = document.title
    document.title = letter.title
    window.print() // returns once the dialog is closed
    document.title = title
    setSheet(null)
  }
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={words.buttonOf(button, stepName(step))}
        onClick={() => void print()}
      >
        {button}
      </Button>
      {sheet !== null && createPortal(<Sheet letter={sheet} />, document.body)}
    </>
  )
}

const Sheet = ({ letter: { language, recipient, title, date, before, rides, after, sender } }: { letter: Letter }) => (
  <article className="print-sheet" lang={language} style={LARGE} aria-label={title}>
    <p>{date}</p>
    <p>{recipient}</p>
    <h1>{title}</h1>
    {before.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <ul>
      {rides.map((ride) => (
        <li key={ride}>{ride}</li>
      ))}
    </ul>
    {after.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <p>{sender}</p>
  </article>
)
