import { messageLanguages, noticeDeliveries, type NoticeDraft } from '@ambit/contract'
import { Button, Group, MultiSelect, Radio, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserTimeZone } from '../form/time-zones.ts'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import { messageLanguageWords } from '../records/messages.ts'
import { regionOptions } from '../records/regions.ts'
import { zoneOptions } from '../records/zones.ts'
import { serverClock } from '../settings/use-now.ts'
import { useScope } from '../url/scope.ts'
import classes from './messages.module.css'
import { beginWith, draftOf, type Problems, problemsOf, type Written } from './notice-draft.ts'
import { noticeStrings as words } from './notice-strings.ts'
import { NoticeConfirm } from './NoticeConfirm.tsx'
import { NoticeTimes } from './NoticeTimes.tsx'

type Props = { prepared: NoticeDraft | null; onMade: (id: number) => void }
type Part = { written: Written; problems: Problems; edit: (part: Partial<Written>) => void }

/** What, where and until when; then to how many people. */
export const NoticeComposer = ({ prepared, onMade }: Props) => {
  const [scope] = useScope()
  const { data: regions = [] } = useQuery(regionOptions)
  const [written, setWritten] = useState(() => beginWith(prepared, scope.region, serverClock.now()))
  const region_id = written.region_id ?? (regions.length === 1 ? (regions[0]?.id ?? null) : null)
  const timeZone = regions.find(({ id }) => id === region_id)?.time_zone ?? browserTimeZone()
  const [draft, setDraft] = useState<NoticeDraft | null>(null)
  const [tried, setTried] = useState(false)
  const [changed, setChanged] = useState(false)
  const guard = <UnsavedGuard dirty={changed} isSaved={() => false} />
  if (draft !== null)
    return (
      <>
        {guard}
        <NoticeConfirm draft={draft} delivery={written.delivery} onBack={() => setDraft(null)} onMade={onMade} />
      </>
    )
  const placed = { ...written, region_id }
  const edit = (part: Partial<Written>): void => {
    setWritten((before) => ({ ...before, ...part }))
    setChanged(true)
  }
  const problems = problemsOf(placed, { now: serverClock.now(), tried })
  return (
    <form
      className={classes['composer']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        setDraft(draftOf(placed, serverClock.now()))
      }}
    >
      {guard}
      <Where written={placed} problems={problems} edit={edit} />
      <NoticeTimes written={written} problems={problems} edit={edit} timeZone={timeZone} />
      <Texts written={written} problems={problems} edit={edit} />
      <Radio.Group
        label={words.delivery}
        value={written.delivery}
        onChange={(value) => edit({ delivery: noticeDeliveries.find((delivery) => delivery === value) ?? 'show' })}
      >
        {noticeDeliveries.map((delivery) => (
          <Radio key={delivery} value={delivery} label={words.deliveries[delivery]} mt={10} />
        ))}
      </Radio.Group>
      <Group justify="flex-end">
        <Button type="submit">{words.next}</Button>
      </Group>
    </form>
  )
}

const Where = ({ written: { region_id, zone_ids }, problems, edit }: Part) => {
  const { data: regions = [] } = useQuery(regionOptions)
  const { data: zones = [] } = useQuery({ ...zoneOptions(region_id), enabled: region_id !== null })
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <Select
        label={words.region}
        placeholder={words.chooseRegion}
        error={problems.region}
        data={named(regions)}
        value={region_id === null ? null : String(region_id)}
        allowDeselect={false}
        onChange={(value) => edit({ region_id: value === null ? null : Number(value), zone_ids: [] })}
      />
      <MultiSelect
        label={words.zones}
        placeholder={zone_ids.length === 0 ? words.choose : ''}
        data={named(zones)}
        error={problems.zones}
        value={zone_ids.map(String)}
        disabled={region_id === null}
        searchable
        onChange={(values) => edit({ zone_ids: values.map(Number) })}
      />
    </>
  )
}

const Texts = ({ written: { texts }, problems, edit }: Part) =>
  messageLanguages.map((language) => (
    <Textarea
      key={language}
      label={words.textIn(messageLanguageWords[language])}
      lang={language}
      autosize
      minRows={2}
      maxRows={8}
      value={texts[language]}
      error={problems[language]}
      onChange={(event) => edit({ texts: { ...texts, [language]: event.currentTarget.value } })}
    />
  ))
