import { MOST_COUNTED_DUE, type RetentionKind, type RetentionPreview as Preview } from '@ambit/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import classes from './privacy.module.css'
import { previewQuery } from './queries.ts'
import { privacyStrings } from './strings.ts'

const words = privacyStrings.dialog
const TYPING_MS = 400

type Props = { kind: RetentionKind; period: string | undefined }

/** What would go tonight: by the rule, and by the period that is being typed. */
export const RetentionPreview = ({ kind, period }: Props) => {
  const [typed] = useDebouncedValue(period, TYPING_MS)
  return (
    <section className={classes['preview']} aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <One title={words.tonight} kind={kind} period={undefined} />
      {typed !== undefined && <One title={words.changed} kind={kind} period={typed} />}
    </section>
  )
}

const One = ({ title, ...asked }: Props & { title: string }) => {
  const preview = useQuery(previewQuery(asked.kind, asked.period))
  return (
    <div>
      <h4>{title}</h4>
      {preview.isError && preview.data === undefined ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <div role="status">{preview.data === undefined ? words.previewing : <Due preview={preview.data} />}</div>
      )}
    </div>
  )
}

const Due = ({ preview: { rows, people, oldest, some } }: { preview: Preview }) => {
  const format = useFormat()
  if (oldest === null) return <p>{words.nothing}</p>
  const counted = format.number(rows)
  const many = rows >= MOST_COUNTED_DUE ? words.manyRows(counted) : words.rows(rows, counted)
  const of = people === 0 ? null : words.people(people, format.number(people))
  return (
    <>
      <p>{words.figures(many, of, format.dateTime(oldest))}</p>
      <details>
        <summary>{words.oldestOnes}</summary>
        <ul>
          {some.map(({ id, at }) => (
            <li key={id}>{words.row(id, format.dateTime(at))}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
