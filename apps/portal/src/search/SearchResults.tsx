import { MAX_SEARCH_HITS, MIN_SEARCH_LENGTH } from '@ambit/contract'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react'
import { pageCount, pagerPages } from '../table/list-state.ts'
import { tableStrings } from '../table/strings.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import type { Hit } from './kinds.ts'
import { SEARCH_PAGE_SIZE } from './queries.ts'
import classes from './SearchResults.module.css'
import { searchStrings } from './strings.ts'
import type { SearchBoxState } from './use-search-box.ts'

type Props = {
  box: SearchBoxState
  /** id of the list; options are `${list}-0`, … */
  list: string
  active: number
  showsRecents: boolean
  onGo: (hit: Hit) => void
  onTurn: (page: number) => void
}

/** What the box says now: why there is nothing, or what there is. */
const messageOf = ({ kind, typed, hits, waiting, answer }: SearchBoxState): string | null => {
  if (kind === null) return searchStrings.noEntity
  if (typed.trim().length < MIN_SEARCH_LENGTH) return searchStrings.tooShort
  if (waiting || answer.isError || hits.length > 0) return null
  return searchStrings.nothing
}

export const SearchResults = ({ box, list, active, showsRecents, onGo, onTurn }: Props) => {
  const message = messageOf(box)
  const showsHits = !showsRecents && message === null
  return (
    <>
      <p className={classes['message']} role="status">
        {message ?? ''}
        {box.kind === null && box.typed !== '' && <span>{searchStrings.chooseFirst}</span>}
      </p>
      {showsRecents && <h2 className={classes['heading']}>{searchStrings.recent}</h2>}
      <ul
        id={list}
        role="listbox"
        className={classes['list']}
        aria-label={showsRecents ? searchStrings.recent : searchStrings.results}
        aria-busy={box.waiting}
        data-stale={box.waiting}
      >
        {showsRecents &&
          box.recents.map((recent, index) => (
            <li
              key={`${recent.label}:${recent.query}`}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes['hit']}
              onClick={() => box.again(recent)}
            >
              <IconHistory size={15} aria-hidden />
              <span className={classes['name']}>{recent.query}</span>
              <span className={classes['details']}>{recent.label}</span>
            </li>
          ))}
        {showsHits &&
          box.hits.map((hit, index) => (
            <li
              key={hit.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes['hit']}
              onClick={() => onGo(hit)}
            >
              <span className={classes['name']}>{hit.name}</span>
              <span className={classes['details']}>{hit.details}</span>
              <StatusTag tone={hit.status.tone}>{hit.status.text}</StatusTag>
            </li>
          ))}
      </ul>
      {showsHits && box.answer.isError && (
        <p className={classes['message']} role="alert">
          {searchStrings.failed}
          <Button size="compact-sm" variant="default" onClick={() => void box.answer.refetch()}>
            {searchStrings.retry}
          </Button>
        </p>
      )}
      {showsHits && box.hits.length > 0 && <Pages box={box} onTurn={onTurn} />}
    </>
  )
}

const Pages = ({ box, onTurn }: Pick<Props, 'box' | 'onTurn'>) => {
  const { total, format, asked } = box
  const pages = pageCount(total, SEARCH_PAGE_SIZE)
  const from = (asked.page - 1) * SEARCH_PAGE_SIZE + 1
  const to = Math.min(total, asked.page * SEARCH_PAGE_SIZE)
  return (
    <>
      {total >= MAX_SEARCH_HITS && (
        <p className={classes['message']}>{searchStrings.best(format.number(MAX_SEARCH_HITS))}</p>
      )}
      <div className={classes['pager']}>
        <span className="numbers">
          {searchStrings.found(format.number(from), format.number(to), format.number(total))}
        </span>
        {pages > 1 && (
          <nav aria-label={searchStrings.pages}>
            <ActionIcon
              variant="default"
              size="sm"
              aria-label={tableStrings.previous}
              disabled={asked.page <= 1}
              onClick={() => onTurn(asked.page - 1)}
            >
              <IconChevronLeft size={14} />
            </ActionIcon>
            {pagerPages(asked.page, pages).map((page) => (
              <UnstyledButton
                key={page}
                className={classes['page']}
                aria-label={tableStrings.page(page)}
                aria-current={page === asked.page ? ('page' as const) : undefined}
                onClick={() => onTurn(page)}
              >
                {page}
              </UnstyledButton>
            ))}
            <ActionIcon
              variant="default"
              size="sm"
              aria-label={tableStrings.next}
              disabled={asked.page >= pages}
              onClick={() => onTurn(asked.page + 1)}
            >
              <IconChevronRight size={14} />
            </ActionIcon>
          </nav>
        )}
      </div>
    </>
  )
}
