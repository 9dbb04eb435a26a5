import type { Brief } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import '../ui/print.css'
import { BriefSections } from './BriefSections.tsx'
import { handoverStrings as words } from './handover-strings.ts'

/** On paper stands the brief alone. */
export const PrintBrief = ({ title, brief, note = '' }: { title: string; brief: Brief; note?: string }) => {
  const [printing, setPrinting] = useState(false)
  const print = (): void => {
    flushSync(() => setPrinting(true))
    window.print() // returns once the dialog is closed
    setPrinting(false)
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPrinter size={16} />} onClick={print}>
        {words.print}
      </Button>
      {printing &&
        createPortal(
          <article className="print-sheet">
            <h1>{title}</h1>
            {note !== '' && <p>{note}</p>}
            <BriefSections brief={brief} />
          </article>,
          document.body,
        )}
    </>
  )
}
