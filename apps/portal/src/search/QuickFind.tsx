import { Button, Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { useNavigate } from '../url/link.tsx'
import { searchOf } from './kinds.ts'
import classes from './QuickFind.module.css'
import shared from './SearchResults.module.css'
import { searchStrings as words } from './strings.ts'
import { type Found, type FoundGroup, useQuickFind } from './use-quick-find.ts'

type Props = { opened: boolean; onClose: () => void }

/** One box over records of every kind and the pages: words, then arrows and Enter. */
export const QuickFind = ({ opened, onClose }: Props) => (
  <Modal.Root
    opened={opened}
    onClose={onClose}
    size={640}
    yOffset="10vh"
    padding={0}
    // Above the dialogs that may be open.
    zIndex={390}
    transitionProps={{ duration: 0 }}
  >
    <Modal.Overlay />
    <Modal.Content aria-label={words.everywhere}>
      <QuickFindBox onClose={onClose} />
    </Modal.Content>
  </Modal.Root>
)

const QuickFindBox = ({ onClose }: Pick<Props, 'onClose'>) => {
  const find = useQuickFind()
  const [active, setActive] = useState(0)
  const list = useId()
  const navigate = useNavigate()
  const hits = find.groups.flatMap((group) => group.hits)
  const at = Math.min(active, Math.max(0, hits.length - 1))
  const go = (hit: Found): void => {
    onClose()
    void navigate({ to: hit.to ?? '.', search: searchOf(hit) })
  }
  const step = (by: number): void => {
    if (hits.length === 0) return
    const next = (at + by + hits.length) % hits.length
    setActive(next)
    document.getElementById(`${list}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => {
        const chosen = hits[at]
        // Records on screen may belong to the words before; pages never do.
        const hit = find.waiting && chosen?.status !== null ? undefined : chosen
        if (hit === undefined) find.askNow()
        else go(hit)
      },
    }
    const run = keys[event.key]
    if (run === undefined) return
    event.preventDefault()
    run()
  }
  return (
    <>
      <TextInput
        data-autofocus
        // At once: the dialog moves its focus a moment later, and what is typed until then would be lost.
        autoFocus
        className={classes['words']}
        size="md"
        role="combobox"
        aria-label={words.everywhere}
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        {...(hits.length > 0 ? { 'aria-activedescendant': `${list}-${at}` } : {})}
        placeholder={words.everywherePlaceholder}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={find.typed}
        onChange={(event) => {
          find.type(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKey}
      />
      <div className={classes['results']} role="region" aria-label={words.everywhereResults} tabIndex={0}>
        <Message find={find} found={hits.length} />
        <Groups groups={find.groups} list={list} active={at} waiting={find.waiting} onGo={go} />
      </div>
    </>
  )
}

const Message = ({ find, found }: { find: ReturnType<typeof useQuickFind>; found: number }) => {
  const failed = find.answer.isError && !find.waiting
  const text = find.tooShort ? words.tooShort : !find.waiting && !failed && found === 0 ? words.nothing : ''
  return (
    <>
      <p className={shared['message']} role="status">
        {text}
      </p>
      {failed && (
        <p className={shared['message']} role="alert">
          {words.failed}
          <Button size="compact-sm" variant="default" onClick={() => void find.answer.refetch()}>
            {words.retry}
          </Button>
        </p>
      )}
    </>
  )
}

type GroupsProps = {
  groups: readonly FoundGroup[]
  /** id of the list; options are `${list}-0`, … */
  list: string
  active: number
  waiting: boolean
  onGo: (hit: Found) => void
}

const Groups = ({ groups, list, active, waiting, onGo }: GroupsProps) => {
  const format = useFormat()
  const before = (upTo: number): number => groups.slice(0, upTo).reduce((count, { hits }) => count + hits.length, 0)
  return (
    <div
      id={list}
      role="listbox"
      aria-label={words.everywhereResults}
      aria-busy={waiting}
      className={shared['list']}
      data-stale={waiting}
    >
      {groups.map((group, place) => (
        <div key={group.key} role="group" aria-label={group.label}>
          <div className={classes['heading']} aria-hidden="true">
            {group.label}
            {group.more > 0 && <span>{words.more(format.number(group.more))}</span>}
          </div>
          {group.hits.map((hit, at) => {
            const option = before(place) + at
            return (
              <div
                key={hit.id}
                id={`${list}-${option}`}
                role="option"
                aria-selected={option === active}
                className={shared['hit']}
                onClick={() => onGo(hit)}
              >
                <span className={shared['name']}>{hit.name}</span>
                <span className={shared['details']}>{hit.details}</span>
                {hit.status !== null && <StatusTag tone={hit.status.tone}>{hit.status.text}</StatusTag>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
