import { Badge } from '@mantine/core'
import { useSettings } from '../settings/settings.ts'
import { fieldWords, valueWords } from './audit-words.ts'
import classes from './ChangedFields.module.css'

type Sides = { before?: unknown; after?: unknown }
export type Compared = Readonly<Record<string, Sides>>

type Props = {
  label: string
  fields: Compared
  heads: readonly [before: string, after: string]
}

const words = { field: 'Field', added: 'added', removed: 'removed', changed: 'changed', none: 'No field differs.' }

const absent = (value: unknown): boolean => value === undefined || value === null || value === ''

const textOf = (value: unknown): string => (absent(value) ? '' : JSON.stringify(value))
export const isSame = ({ before, after }: Sides): boolean => textOf(before) === textOf(after)

/** What became of a field, in a word; null for nothing. */
const markOf = (sides: Sides): string | null => {
  // A secret reads the same before and after.
  if (isSame(sides)) return sides.after === 'changed' ? words.changed : null
  if (absent(sides.before)) return words.added
  return absent(sides.after) ? words.removed : words.changed
}

/** Each field before and after, side by side; what was added and what was removed is marked in words and form. */
export const ChangedFields = ({ label, fields, heads }: Props) => {
  const { locale } = useSettings().app
  const rows = Object.entries(fields).toSorted(([a], [b]) => (fieldWords(a) < fieldWords(b) ? -1 : 1))
  if (rows.length === 0) return <p className={classes['none']}>{words.none}</p>
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([field, sides]) => {
          const mark = markOf(sides)
          const [before, after] = [sides.before, sides.after].map((value) =>
            absent(value) ? null : valueWords(value, locale),
          )
          return (
            <tr key={field}>
              <th scope="row">
                {fieldWords(field)}{' '}
                {mark !== null && (
                  <Badge size="xs" variant="default">
                    {mark}
                  </Badge>
                )}
              </th>
              <td>{before !== null && (mark === null ? before : <del>{before}</del>)}</td>
              <td>{after !== null && (mark === null ? after : <ins>{after}</ins>)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
