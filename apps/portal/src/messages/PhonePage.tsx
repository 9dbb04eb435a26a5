import { api, type PhoneMessage } from '@ambit/contract'
import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { messageChannelWords, messageRecords } from '../records/messages.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { MessagesTabs } from './MessagesTabs.tsx'
import classes from './phone.module.css'
import { phoneStrings as words } from './phone-strings.ts'

const LATEST = 200
const ASK_EVERY_MS = 5000

const phoneQuery = (traveler_id: number) =>
  queryOptions({
    queryKey: messageRecords.key('phone', traveler_id),
    queryFn: ({ signal }) =>
      client.call(api.messages.phone, { query: { traveler_id }, signal }).then(({ data }) => data),
    // Codes are no messages of rides, of which the live stream tells.
    refetchInterval: ASK_EVERY_MS,
  })

/** What a passenger's phone would show, the newest first, in a demo: there nothing is sent. */
const PhonePage = () => {
  const [{ region }] = useScope()
  const [chosen, choose] = useState<string | null>(null)
  const filter = region === null ? {} : { filter: { region: [region] } }
  const { data: latest = [] } = useQuery(messageRecords.rows({ page: 1, per_page: LATEST, ...filter }))
  const people = new Map(latest.map(({ traveler_id, traveler_name }) => [String(traveler_id), traveler_name]))
  const name = chosen === null ? undefined : people.get(chosen)
  return (
    <TabbedPage header={<PageHeader />} tabs={<MessagesTabs current="/Messages/Phone" />}>
      <Select
        className={classes['choice']}
        label={words.passenger}
        description={words.hint}
        placeholder={words.choose}
        searchable
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={choose}
      />
      {chosen !== null && name !== undefined && <Phone id={Number(chosen)} name={name} />}
    </TabbedPage>
  )
}
export default PhonePage

const Phone = ({ id, name }: { id: number; name: string }) => {
  const query = useQuery(phoneQuery(id))
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={classes['stage']}>
      <section className={classes['phone']} aria-label={words.screen(name)} aria-busy={query.isPending} tabIndex={0}>
        {query.data?.length === 0 && <p className={classes['note']}>{words.none}</p>}
        {query.data?.toReversed().map((message) => (
          <One key={message.key} message={message} />
        ))}
      </section>
    </div>
  )
}

const One = ({ message: { channel, subject, text, at, time_zone } }: { message: PhoneMessage }) => {
  const format = useFormat(time_zone)
  return (
    <article className={classes['message']} data-channel={channel}>
      <header>
        <strong>{subject ?? messageChannelWords[channel]}</strong>
        <time className="numbers" dateTime={at}>
          {format.dateTime(at)}
        </time>
      </header>
      {text === null ? <p className={classes['note']}>{words.hidden}</p> : <p>{withLinks(text)}</p>}
    </article>
  )
}

const ADDRESS = /(https?:\/\/\S+)/

/** Addresses in the text can be followed. */
const withLinks = (text: string) =>
  text.split(ADDRESS).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change their place
      <a key={place} className="text-link" href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  )
