import { api, type BookingSeries, type SeriesOccurrence, type SeriesScope, seriesScopes } from '@ambit/contract'
import { Button, Radio, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog, useOpenDialog } from '../dialogs/stack.ts'
import { same } from '../form/conflict.ts'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import { occurrencesQuery, seriesRecords, seriesScopeWords } from '../records/booking-series.ts'
import { formOf, type PatternForm, patternProblems } from '../records/series/pattern.ts'
import { PatternFields } from '../records/series/PatternFields.tsx'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { cancelledOf, type ChangeBody, changeOf, type LegForm, legsBefore } from './change-form.ts'
import { ChangeEffect } from './ChangeEffect.tsx'
import { useSeriesChange } from './change-series.ts'
import { changeStrings as words } from './change-strings.ts'
import { seriesDialogStrings } from './dialog-strings.ts'
import { LegFields } from './LegFields.tsx'
import { changeEffectQuery } from './queries.ts'
import classes from './series.module.css'

/** Changes one date of a series, all following or all future ones; its id is that of the series and the date. */
const SeriesChangeDialog = () => {
  const { id } = useDialog()
  const [series = '', date = ''] = (id ?? '').split('.')
  return (
    <Loaded query={useQuery(seriesRecords.one(Number(series)))} title={seriesDialogStrings.one}>
      {(record) => (
        <DialogFrame title={words.title(record.traveler_name)} id={seriesDialogStrings.number(record.id)}>
          <Dated series={record} date={date} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default SeriesChangeDialog

const Dated = ({ series, date }: { series: BookingSeries; date: string }) => {
  const occurrences = useQuery(occurrencesQuery(series.id))
  if (occurrences.isPending) return <Skeleton h={240} aria-label={seriesDialogStrings.loading} />
  if (occurrences.data === undefined)
    return <ErrorState error={occurrences.error} onRetry={() => void occurrences.refetch()} />
  return <ChangeForm {...{ series, date }} own={occurrences.data.find((one) => one.date === date) ?? null} />
}

type Props = {
  series: BookingSeries
  date: string
  /** what became of that date; null: it is none of the series */
  own: SeriesOccurrence | null
}

/** The form as it is filled in. What was changed of a way holds for whichever dates are changed. */
const useChangeForm = ({ series, date, own }: Props) => {
  const { tab } = useDialog()
  const [scope, setScope] = useState<SeriesScope>(scopeOf(tab))
  const [before] = useState(() => formOf(series))
  const [pattern, setPattern] = useState(before)
  const [edits, setEdits] = useState<readonly Partial<LegForm>[]>([])
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const report = (field: string) => (readable: boolean) =>
    setUnreadable((before) => [...before.filter((one) => one !== field), ...(readable ? [] : [field])])
  const legs = legsBefore(series, scope === 'only_this' ? own : null).map((leg, at) => ({ ...leg, ...edits[at] }))
  const form = { scope, pattern, legs }
  const problems = scope === 'only_this' ? {} : patternProblems(pattern, date)
  const complete = unreadable.length === 0 && Object.keys(problems).length === 0 && legs.every(isComplete)
  return {
    form,
    problems,
    body: complete ? changeOf(series, form, { date, own }) : null,
    dirty: !same(pattern, before) || edits.length > 0 || unreadable.length > 0,
    report,
    choose: (chosen: SeriesScope): void => {
      // A single date has no pattern: its fields go, and with them a text that is no date.
      if (chosen === 'only_this') report('pattern')(true)
      setScope(chosen)
    },
    changePattern: (change: Partial<PatternForm>): void => setPattern((before) => ({ ...before, ...change })),
    changeLeg: (index: number, change: Partial<LegForm>): void =>
      setEdits((before) => series.legs.map((_, at) => ({ ...before[at], ...(at === index ? change : {}) }))),
  }
}

const ChangeForm = (props: Props) => {
  const { series, date } = props
  const { close } = useDialog()
  const format = useFormat(series.time_zone)
  const open = useOpenDialog()
  const { busy, run } = useSeriesChange()
  const { form, problems, body, dirty, report, choose, changePattern, changeLeg } = useChangeForm(props)
  const [looked, look] = useState<ChangeBody | null>(null)
  const [cancel, setCancel] = useState<readonly number[]>([])
  const done = useRef(false)
  // What was shown was of another change.
  const shown = looked !== null && body !== null && JSON.stringify(looked) === JSON.stringify(body)
  const effect = useQuery(changeEffectQuery(series.id, looked))
  const found = shown ? (effect.data ?? null) : null
  const save = async (change: ChangeBody, ticked: number[]): Promise<void> => {
    const params = { id: series.id }
    let now = series.id
    const saved = await run(words.saved, async () => {
      const answer = await client.call(api.bookingSeries.change, { params, body: { ...change, cancel: ticked } })
      now = answer.data.id
      return answer
    })
    if (!saved) return
    done.current = true
    seriesRecords.changed(series.id)
    close()
    if (now !== series.id) open('SeriesDialog', 'view', now, 'Details')
  }
  return (
    <form
      className={classes['details']}
      noValidate
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (body === null || found !== null) return
        if (shown) return void effect.refetch()
        setCancel([])
        look(body)
      }}
    >
      <Scope scope={form.scope} day={format.civilDay(date)} onChange={choose} />
      {form.scope !== 'only_this' && (
        <PatternFields
          value={form.pattern}
          startsOn={date}
          errors={problems}
          onChange={changePattern}
          onReadable={report('pattern')}
        />
      )}
      {form.legs.map((leg, index) => (
        <LegFields
          key={series.legs[index]?.leg}
          way={form.legs.length === 1 ? null : index === 0 ? 'there' : 'back'}
          value={leg}
          onReadable={report(`leg ${index}`)}
          onChange={(change) => changeLeg(index, change)}
        />
      ))}
      {shown && <ChangeEffect {...{ series, effect, cancel }} onCancel={setCancel} />}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={close} disabled={busy}>
          {words.close}
        </Button>
        {body === null || found === null ? (
          <Button key="look" type="submit" disabled={body === null} loading={shown && effect.isFetching}>
            {words.look}
          </Button>
        ) : (
          <Button key="save" loading={busy} onClick={() => void save(body, cancelledOf(found, cancel))}>
            {words.save}
          </Button>
        )}
      </div>
      <UnsavedGuard dirty={dirty} isSaved={() => done.current} />
    </form>
  )
}

const isComplete = ({ passengers }: { passengers: number | null }): boolean =>
  passengers !== null && Number.isInteger(passengers) && passengers >= 1 && passengers <= 50

/** The scope that the dialog is opened with. */
const scopeOf = (tab: string | null): SeriesScope =>
  tab === 'Following' ? 'following' : tab === 'All' ? 'all' : 'only_this'

type ScopeProps = { scope: SeriesScope; day: string; onChange: (scope: SeriesScope) => void }

const Scope = ({ scope, day, onChange }: ScopeProps) => (
  <Radio.Group
    label={words.scope}
    value={scope}
    onChange={(value) => onChange(seriesScopes.find((one) => one === value) ?? 'only_this')}
  >
    <div className={classes['scopes']}>
      {seriesScopes.map((one) => (
        <Radio
          key={one}
          value={one}
          label={
            <>
              {one === 'only_this' ? words.onDay(seriesScopeWords[one], day) : seriesScopeWords[one]}{' '}
              <small>{words.notes[one]}</small>
            </>
          }
        />
      ))}
    </div>
  </Radio.Group>
)
