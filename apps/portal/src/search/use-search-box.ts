import { MIN_SEARCH_LENGTH, type SearchType } from '@ambit/contract'
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byName } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { useScope } from '../url/scope.ts'
import { hitsOf, hitWords, kindsFor } from './kinds.ts'
import { searchQuery, SEARCH_DEBOUNCE_MS } from './queries.ts'
import { RECENT_KEY, readRecents, type Recent, withRecent, writeRecent } from './recent.ts'

const useRecents = () =>
  useLocalStorage<readonly Recent[]>({
    key: RECENT_KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
    serialize: (list) => JSON.stringify(list.map(writeRecent)),
    deserialize: (text) => readRecents(text ?? null),
  })

/** What the search box holds and shows: entity, words, page, hits, and the recent searches. */
export const useSearchBox = () => {
  const { app, modules } = useSettings()
  const can = useCan()
  const kinds = kindsFor(modules, { brand: app.brand, can: byName(can) })
  const [type, setType] = useState<SearchType | null>(null)
  const [typed, setTyped] = useState('')
  // The request: the words half a second after the last key, and the page of results.
  const [asked, setAsked] = useState({ query: '', page: 1 })
  const [recents, setRecents] = useRecents()
  const [{ region }] = useScope()
  const kind = kinds.find((one) => one.type === type) ?? null
  const longEnough = asked.query.length >= MIN_SEARCH_LENGTH
  const answer = useQuery(searchQuery({ type: kind?.type ?? null, ...asked, region }, longEnough && kind !== null))
  const format = useFormat()
  const words = hitWords(app)
  const ask = (query: string): void => setAsked({ query: query.trim(), page: 1 })
  const askSoon = useDebouncedCallback(ask, SEARCH_DEBOUNCE_MS)
  const remember = (): void => {
    if (kind !== null && longEnough) setRecents(withRecent(recents, { label: kind.label, query: asked.query }))
  }
  const current = answer.isPlaceholderData ? undefined : answer.data
  return {
    kinds,
    kind,
    typed,
    asked,
    format,
    answer,
    recents: recents.flatMap((recent) => {
      const known = kinds.find(({ label }) => label === recent.label)
      return known === undefined ? [] : [{ ...recent, type: known.type }]
    }),
    hits: kind !== null && longEnough && answer.data !== undefined ? hitsOf(kind.type, answer.data.data, words) : [],
    total: kind === null ? 0 : (answer.data?.meta[kind.type]?.total_count ?? 0),
    /** the words on screen are still on their way to an answer */
    waiting: typed.trim() !== asked.query || (longEnough && kind !== null && current === undefined && !answer.isError),
    choose: (next: SearchType | null) => {
      setType(next)
      ask(typed)
    },
    type: (text: string) => {
      setTyped(text)
      askSoon(text)
    },
    askNow: () => ask(typed),
    clear: () => ask(''),
    again: (recent: Recent & { type: SearchType }) => {
      setType(recent.type)
      setTyped(recent.query)
      ask(recent.query)
    },
    turnTo: (page: number) => setAsked({ ...asked, page }),
    remember,
  }
}

export type SearchBoxState = ReturnType<typeof useSearchBox>
