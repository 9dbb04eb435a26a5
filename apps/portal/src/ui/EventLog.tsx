import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Format } from '../settings/create-format.ts'
import { ErrorState } from './ErrorState.tsx'
import classes from './EventLog.module.css'
import { uiStrings } from './strings.ts'

const words = uiStrings.eventLog

type Entry = { id: number; created_at: string; text: ReactNode; user: string }
type Props = {
  title: string
  what: string
  /** who did it, by default */
  who?: string
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>
  /** as they are shown, from the top */
  entries: readonly Entry[]
  format: Format
}

/** What happened to a record, newest first, and who did it. */
export const EventLog = ({ title, what, who = words.user, query, entries, format }: Props) => (
  <details open className={classes['log']}>
    <summary>
      <IconChevronRight size={14} aria-hidden className={classes['chevron']} />
      <h3>{title}</h3>
      <span className={classes['count']}>{query.data !== undefined && words.entries(entries.length)}</span>
    </summary>
    {query.isPending && <Skeleton h={80} />}
    {query.isError && query.data === undefined && (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    )}
    {query.data !== undefined && (
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.date}</th>
            <th scope="col">{what}</th>
            <th scope="col">{who}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, created_at, text, user }) => (
            <tr key={id}>
              <td className="numbers">
                <time dateTime={created_at}>{format.dateTime(created_at)}</time>
              </td>
              <td>{text}</td>
              <td>{user}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </details>
)
