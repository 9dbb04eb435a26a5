import { Button, Group, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BookingOutcomes } from './BookingOutcomes.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import type { DisruptionPreview } from '@ambit/contract'
import shared from './disruptions.module.css'
import classes from './DisruptionPreviewPanel.module.css'
import { disruptionStrings as words } from './strings.ts'
import type { AskedDisruption } from './use-disruption.ts'

const REASON_LIMIT = 1000

type Props = {
  asked: AskedDisruption
  shown: DisruptionPreview
  timeZone: string | undefined
  labels: { accept: string; refuse: string; message: string }
  onRefuse: () => void
  children?: ReactNode
}

/** Whom a disruption concerns and how, and the two answers to it. The same for every kind of disruption. */
export const DisruptionPreviewPanel = ({ asked, shown, timeZone, labels, onRefuse, children }: Props) => {
  const [message, setMessage] = useState('')
  const severe = shown.service_requests.some(({ outcome }) => outcome === 'not_served')
  return (
    <section className={shared['preview']} aria-label={words.preview}>
      <Heading key={shown.token} />
      {asked.meanwhile && (
        <ToneAlert tone="warning" mb={12}>
          {words.meanwhile}
        </ToneAlert>
      )}
      {children}
      <BookingOutcomes bookings={shown.service_requests} timeZone={timeZone} />
      <div className={classes['answer']}>
        <Textarea
          label={labels.message}
          autosize
          minRows={1}
          maxLength={REASON_LIMIT}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <p className={shared['hint']}>{words.unchanged}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onRefuse} disabled={asked.busy}>
            {labels.refuse}
          </Button>
          <Button color={severe ? 'red.8' : undefined} onClick={() => void asked.accept(message)} loading={asked.busy}>
            {labels.accept}
          </Button>
        </Group>
      </div>
    </section>
  )
}

/** Moves the keyboard focus to the answer, and again when the answer changes. */
const Heading = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1}>
      {words.preview}
    </h3>
  )
}
