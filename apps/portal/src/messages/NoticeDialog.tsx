import { api, type Notice } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { messageLanguageWords } from '../records/messages.ts'
import { NOTIFY } from '../records/notice-keys.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FactList } from '../ui/FactList.tsx'
import classes from './messages.module.css'
import { zonesOf } from './notice-columns.tsx'
import { noticeRecords, noticeStatuses, preparedQuery } from './notice-queries.ts'
import { noticeStrings as words } from './notice-strings.ts'
import { NoticeComposer } from './NoticeComposer.tsx'
import { writtenLanguages } from './notice-draft.ts'

/** A notice to passengers: writing it, and what became of it. */
const NoticeDialog = () => {
  const { mode, id } = useDialog()
  const [made, setMade] = useState<number | null>(null)
  if (mode === 'view') return <Made id={Number(id)} />
  return made === null ? <Writing of={String(id)} onMade={setMade} /> : <Made id={made} />
}
export default NoticeDialog

const Writing = ({ of, onMade }: { of: string; onMade: (id: number) => void }) => {
  const prepared = useQuery(preparedQuery(of))
  return (
    <DialogFrame title={words.create}>
      {prepared.data !== undefined ? (
        <NoticeComposer prepared={prepared.data} onMade={onMade} />
      ) : prepared.isError ? (
        <ErrorState error={prepared.error} onRetry={() => void prepared.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </DialogFrame>
  )
}

const Made = ({ id }: { id: number }) => (
  <Loaded query={useQuery(noticeRecords.one(id))} title={words.one}>
    {(notice) => (
      <DialogFrame
        title={words.one}
        id={String(notice.id)}
        status={<RecordStatus of={noticeStatuses} status={notice.state} />}
      >
        <Texts notice={notice} />
        <Facts notice={notice} />
        <End notice={notice} />
      </DialogFrame>
    )}
  </Loaded>
)

const Texts = ({ notice: { texts } }: { notice: Notice }) => (
  <section className={classes['text']} aria-label={words.texts}>
    {writtenLanguages(texts).map((language) => (
      <div key={language} className={classes['said']}>
        <h3>{messageLanguageWords[language]}</h3>
        <p lang={language}>{texts[language]}</p>
      </div>
    ))}
  </section>
)

const Facts = ({ notice }: { notice: Notice }) => {
  const format = useFormat(notice.time_zone)
  const { columns } = words
  const facts: [string, ReactNode][] = [
    [columns.region, notice.region_name],
    [columns.zones, zonesOf(notice)],
    [columns.from, format.dateTime(notice.valid_from)],
    [columns.until, format.dateTime(notice.valid_until)],
    [words.delivery, notice.delivery === 'show' ? words.shown : words.sent],
    [columns.people, notice.delivery === 'show' ? null : format.number(notice.people)],
    [columns.by, notice.author_name ?? words.gone],
    [words.endedBy, notice.ended_at === null ? null : (notice.ended_by_name ?? words.gone)],
  ]
  return <FactList label={words.facts} facts={facts} />
}

const End = ({ notice: { id, state } }: { notice: Notice }) => {
  const can = useCan()
  const ending = useMutation({
    mutationFn: () => client.call(api.notices.end, { params: { id } }),
    onSuccess: ({ data }) => {
      noticeRecords.saved(data)
      notify({ type: 'success', title: words.one, message: words.ended })
    },
    onError: (error) => {
      announceFailure(error, words.endFailed)
      noticeRecords.changed(id)
    },
  })
  if (!can(NOTIFY) || state === 'over' || state === 'withdrawn') return null
  return (
    <div className={classes['again']}>
      <p>{words.endHint}</p>
      <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
        {words.end}
      </Button>
    </div>
  )
}
