import { MIN_SEARCH_LENGTH, type SearchType } from '@ambit/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byName } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { pathOf } from '../navigation/menu.ts'
import { useMenu } from '../navigation/use-menu.ts'
import { useSettings } from '../settings/settings.ts'
import { useScope } from '../url/scope.ts'
import { type Hit, hitsOf, hitWords, kindsFor } from './kinds.ts'
import { SEARCH_DEBOUNCE_MS, searchQuery } from './queries.ts'
import { searchStrings as words } from './strings.ts'

/** hits of each kind: with more, the header's search pages through them */
const HITS_PER_KIND = 5

/** The kinds as a caller's question meets them. */
const order: readonly SearchType[] = [
  'travelers',
  'service_requests',
  'trips',
  'vehicles',
  'drivers',
  'zones',
  'regions',
]

/** A page has no status: only records do. */
export type Found = Omit<Hit, 'status'> & { status: Hit['status'] | null }
export type FoundGroup = {
  key: string
  label: string
  hits: readonly Found[]
  /** how many were found beside those shown: the header's search pages through them */
  more: number
}

/** Pages of the menu by the beginning of one of their words, at once. */
const usePages = (typed: string): FoundGroup => {
  const menu = useMenu()
  const wanted = typed.toLowerCase()
  const hits = menu
    .flatMap(({ items }) => items)
    .filter(({ menuName }) => {
      const name = menuName.toLowerCase()
      return name.startsWith(wanted) || name.includes(` ${wanted}`)
    })
    .map((item, id): Found => ({ id, name: item.menuName, details: '', status: null, to: pathOf(item), dialog: null }))
  return { key: 'pages', label: words.pagesGroup, hits, more: 0 }
}

/** What the box over all kinds holds and shows. */
export const useQuickFind = () => {
  const { app, modules } = useSettings()
  const can = useCan()
  const kinds = kindsFor(modules, { brand: app.brand, can: byName(can) })
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [{ region }] = useScope()
  const query = typed.trim()
  const pages = usePages(query)
  const longEnough = asked.length >= MIN_SEARCH_LENGTH
  const answer = useQuery(
    searchQuery({ type: null, query: asked, page: 1, per_page: HITS_PER_KIND, region }, longEnough && kinds.length > 0),
  )
  const ask = (text: string): void => setAsked(text.trim())
  const askSoon = useDebouncedCallback(ask, SEARCH_DEBOUNCE_MS)
  const records = order.flatMap((type): FoundGroup[] => {
    const kind = kinds.find((one) => one.type === type)
    if (kind === undefined || !longEnough || answer.data === undefined) return []
    const hits = hitsOf(type, answer.data.data, hitWords(app))
    const total = answer.data.meta[type]?.total_count ?? hits.length
    return hits.length === 0 ? [] : [{ key: type, label: kind.label, hits, more: total - hits.length }]
  })
  return {
    typed,
    groups: pages.hits.length === 0 ? records : [pages, ...records],
    answer,
    tooShort: query !== '' && query.length < MIN_SEARCH_LENGTH,
    waiting: query.length >= MIN_SEARCH_LENGTH && (query !== asked || answer.isPlaceholderData || answer.isPending),
    type: (text: string) => {
      setTyped(text)
      askSoon(text)
    },
    askNow: () => ask(typed),
  }
}
