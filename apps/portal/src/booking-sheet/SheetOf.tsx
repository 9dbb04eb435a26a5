import { MOST_SHEET_ROWS, type Organisation } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button, Group } from '@mantine/core'
import { IconPlus, IconUsersPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayInput } from '../form/DayInput.tsx'
import { serverClock } from '../settings/use-now.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Question } from '../ui/Question.tsx'
import classes from './booking-sheet.module.css'
import type { Sheet } from './draft.ts'
import { peopleQuery } from './queries.ts'
import { useSheet } from './sheet-store.ts'
import { SheetLine } from './SheetLine.tsx'
import { sheetStrings as words } from './strings.ts'

const openIn = ({ rows }: Sheet): string[] =>
  rows.filter(({ outcome }) => outcome.kind !== 'booked').map(({ id }) => id)

/** The sheet of one organisation. */
export const SheetOf = ({ organisation, user }: { organisation: Organisation; user: number }) => {
  const { id, time_zone, aids, place_point } = organisation
  const today = dateIn(time_zone, serverClock.now())
  const [{ sheet, running }, store] = useSheet(user, id, today)
  const people = useQuery(peopleQuery(id))
  if (people.isError) return <ErrorState error={people.error} onRetry={() => void people.refetch()} />
  if (people.data === undefined) return null
  if (people.data.length === 0) return <p role="status">{words.noPassengers}</p>
  const open = openIn(sheet)
  const missing = people.data.filter((one) => !sheet.rows.some(({ traveler }) => traveler === one.id))
  const full = sheet.rows.length >= MOST_SHEET_ROWS
  const busy = running.size > 0
  const unanswered = sheet.rows.flatMap(({ sent }, index) => (sent === null ? [] : [index + 1]))
  return (
    <section aria-label={words.rows}>
      <p className={classes['intro']}>{words.intro}</p>
      <DayInput
        className={classes['date']}
        label={words.fields.date}
        valueFormat="DD/MM/YYYY"
        minDate={today}
        disabled={busy || open.length < sheet.rows.length || unanswered.length > 0}
        value={sheet.date}
        onChange={(date) => date !== null && store.setDate(date)}
      />
      <ol className={classes['rows']} aria-label={words.rows}>
        {sheet.rows.map((row, index) => (
          <SheetLine
            key={row.id}
            row={row}
            number={index + 1}
            people={people.data}
            aids={aids}
            near={place_point}
            timeZone={time_zone}
            date={sheet.date}
            busy={running.has(row.id)}
            store={store}
          />
        ))}
      </ol>
      {full && <p className={classes['intro']}>{words.most(MOST_SHEET_ROWS)}</p>}
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={full}
          onClick={() => store.addRows([null])}
        >
          {words.add}
        </Button>
        <Button
          variant="default"
          leftSection={<IconUsersPlus size={16} />}
          disabled={full || missing.length === 0}
          onClick={() => store.addRows(missing.map((one) => one.id))}
        >
          {words.addAll}
        </Button>
        <ClearButton unanswered={unanswered} busy={busy} onClear={store.clear} />
        <Button loading={busy} disabled={open.length === 0} onClick={() => void store.book(open, time_zone)}>
          {words.book(open.length)}
        </Button>
      </Group>
      <p role="status" className={classes['told']}>
        {!busy &&
          sheet.rows.some(({ outcome }) => outcome.kind !== 'open') &&
          words.outcome(sheet.rows.length - open.length, sheet.rows.length)}
      </p>
    </section>
  )
}

/** `unanswered`: the numbers of rows that may have been booked, which nobody can ask again once the sheet is cleared. */
const ClearButton = ({ unanswered, busy, onClear }: { unanswered: number[]; busy: boolean; onClear: () => void }) => {
  const [asking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  return (
    <>
      <Button variant="default" disabled={busy} onClick={unanswered.length === 0 ? onClear : () => setAsking(true)}>
        {words.clear}
      </Button>
      <Question opened={asking} onClose={close} title={words.clearTitle} text={words.clearText(unanswered)}>
        <Button variant="default" data-autofocus onClick={close}>
          {words.keep}
        </Button>
        <Button
          color="red.8"
          onClick={() => {
            close()
            onClear()
          }}
        >
          {words.clear}
        </Button>
      </Question>
    </>
  )
}
