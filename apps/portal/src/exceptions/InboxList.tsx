import { api, type ServiceException } from '@ambit/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import type { Asking } from '../records/exceptions/ExceptionActions.tsx'
import { ExceptionRow } from '../records/exceptions/ExceptionRow.tsx'
import shared from '../records/exceptions/exceptions.module.css'
import { remember } from '../records/exceptions/answered.ts'
import { childrenOf, exceptionsChanged } from '../records/exceptions/queries.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useKeyHints } from '../ui/keys.ts'
import { Link, useNavigate } from '../url/link.tsx'
import { BulkBar } from './BulkBar.tsx'
import { NOTE_FIELD } from './keys.ts'
import { inboxKeys, inboxStrings as words } from './strings.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useSteady } from './use-steady.ts'

type Props = {
  rows: readonly ServiceException[]
  all: readonly ServiceException[]
  /** the one beside the list */
  opened: number | null
  /** letters are commands */
  keys: boolean
}

/** The rows, one of which is selected: by pointer, by Tab, and by `j` and `k`. */
export const InboxList = ({ rows: sorted, all, opened, keys }: Props) => {
  useKeyHints(inboxKeys)
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const [asked, ask] = useState<{ id: number; asking: Asking } | null>(null)
  const [marked, mark] = useState<ReadonlySet<number>>(new Set())
  const [pointed, point] = useState(false)
  const rows = useSteady(sorted, { held: pointed || current !== null, selected: current })
  const may = can('ExceptionManagement:exception:canUpdate')
  const selected = rows.find(({ id }) => id === current) ?? null
  const focus = (id: number | undefined): void => {
    if (id === undefined) return
    setCurrent(id)
    list.current?.querySelector<HTMLElement>(`[data-exception="${id}"] a`)?.focus()
  }
  const beside = (id: number, steps: number): number | undefined => {
    const at = rows.findIndex((row) => row.id === id)
    return rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + steps))]?.id
  }
  /** What is answered leaves the list, or moves in it: the selection goes on to the next row, and the focus with it. */
  const done = (id: number): void => {
    const next = rows[rows.findIndex((row) => row.id === id) + 1]?.id ?? beside(id, -1)
    if (next !== id) focus(next)
  }
  useKeptFocus(rows, current, focus)
  const toggle = (id: number): void =>
    mark((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  const answer = (id: number, call: Promise<unknown>): void =>
    void call
      .then(() => remember('exceptions', [id]))
      .catch((error: unknown) => announceFailure(error, exceptionStrings.failed))
      .finally(() => exceptionsChanged(queries))
  const open = (id: number | null): void =>
    void navigate({ to: id === null ? '/Exceptions/inbox' : `/Exceptions/inbox/${id}`, search: true })
  const writeNote = (id: number): void => {
    if (id === opened) document.querySelector<HTMLElement>(`#${NOTE_FIELD}`)?.focus()
    else open(id)
  }
  const onKeyDown = useInboxKeys({
    on: keys,
    selected,
    move: (steps) => focus(selected === null ? rows[0]?.id : beside(selected.id, steps)),
    close: () => opened !== null && open(null),
    open: ({ id }) => open(id),
    note: ({ id }) => writeNote(id),
    mark: ({ id }) => may && toggle(id),
    ask: ({ id }, asking) => may && ask({ id, asking }),
    acknowledge: ({ id }) => may && answer(id, client.call(api.exceptions.acknowledge, { params: { id } })),
    release: ({ id }) => may && answer(id, client.call(api.exceptions.release, { params: { id } })),
    fix: ({ id }) => list.current?.querySelector<HTMLElement>(`[data-exception="${id}"] [data-fix]`)?.click(),
  })
  return (
    <>
      {marked.size > 0 && (
        <BulkBar ids={rows.filter(({ id }) => marked.has(id)).map(({ id }) => id)} onDone={() => mark(new Set())} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links within are what is focused; their keys bubble here */}
      <ul
        ref={list}
        className={shared['rows']}
        aria-label={words.list}
        onKeyDown={onKeyDown}
        onPointerEnter={() => point(true)}
        onPointerLeave={() => point(false)}
        onFocus={({ target }) =>
          setCurrent(Number(target.closest<HTMLElement>('[data-exception]')?.dataset['exception']) || null)
        }
      >
        {rows.map((row) => (
          <ExceptionRow
            key={row.id}
            exception={row}
            below={childrenOf(all, row.id).length}
            current={row.id === (opened ?? current)}
            asking={asked?.id === row.id ? asked.asking : null}
            onAsk={(asking) => ask({ id: row.id, asking })}
            onDone={() => done(row.id)}
            {...(may ? { mark: { marked: marked.has(row.id), onToggle: () => toggle(row.id) } } : {})}
          >
            {(sentence) => (
              <Link
                to={`/Exceptions/inbox/${row.id}`}
                search={true}
                className={shared['sentence']}
                aria-current={row.id === opened ? 'true' : undefined}
              >
                {sentence}
              </Link>
            )}
          </ExceptionRow>
        ))}
      </ul>
    </>
  )
}

/** Where the row that has the keyboard leaves the list, as when a colleague ends it, the row in its place has it then. */
const useKeptFocus = (
  rows: readonly ServiceException[],
  current: number | null,
  focus: (id: number | undefined) => void,
): void => {
  const place = useRef(0)
  const follow = useEffectEvent((shown: readonly ServiceException[], id: number | null) => {
    const at = shown.findIndex((row) => row.id === id)
    if (at !== -1) place.current = at
    else if (id !== null && document.activeElement === document.body)
      focus(shown[Math.min(place.current, shown.length - 1)]?.id)
  })
  useEffect(() => follow(rows, current), [rows, current])
}
