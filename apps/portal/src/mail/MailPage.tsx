import { api, type OutboxMail } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconMailOff } from '@tabler/icons-react'
import { client } from '../api/client.ts'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { linkedText } from './linked-text.ts'
import classes from './mail.module.css'
import { mailStrings } from './strings.ts'

const mailQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => client.call(api.outbox.list, { query: { page: 1, per_page: 50, sort: '-id' }, signal }),
  refetchInterval: 5_000,
})

/** Mail that no server took: for development, and for installations without SMTP. */
const MailPage = () => {
  const mails = useQuery(mailQuery)
  const format = useFormat()
  return (
    <>
      <PageHeader count={mails.data && mailStrings.count(format.number(mails.data.meta.total))} />
      <section className="card" aria-label={mailStrings.list}>
        {mails.isError && mails.data === undefined && (
          <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />
        )}
        {mails.data?.data.length === 0 && (
          <EmptyState icon={IconMailOff} title={mailStrings.empty} reason={mailStrings.emptyReason} />
        )}
        {mails.data !== undefined && mails.data.data.length > 0 && (
          <ul className={classes['list']}>
            {mails.data.data.map((mail) => (
              <Mail key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
export default MailPage

const Mail = ({ mail }: { mail: OutboxMail }) => {
  const format = useFormat()
  return (
    <li>
      <article className={classes['mail']} aria-label={mail.subject}>
        <header>
          <h2>{mail.subject}</h2>
          <span>{mailStrings.to(mail.to)}</span>
          <time dateTime={mail.created_at} className="numbers">
            {format.dateTime(mail.created_at)}
          </time>
        </header>
        <p>
          {mail.text === null && mailStrings.forRecipient}
          {linkedText(mail.text ?? '', location.origin).map((part, index) =>
            part.kind === 'text' ? (
              part.text
            ) : (
              // A mail's parts never change their order.
              <a key={`${index}-${part.href}`} href={part.href} className="text-link">
                {part.text}
              </a>
            ),
          )}
        </p>
      </article>
    </li>
  )
}
