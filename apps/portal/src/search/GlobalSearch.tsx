import { CloseButton, Popover, Select, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '../url/link.tsx'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useKeyHints } from '../ui/keys.ts'
import { pageCount } from '../table/list-state.ts'
import { type Hit, searchOf } from './kinds.ts'
import { SEARCH_PAGE_SIZE } from './queries.ts'
import { QuickFind } from './QuickFind.tsx'
import { SearchResults } from './SearchResults.tsx'
import classes from './GlobalSearch.module.css'
import { searchKeys, searchStrings } from './strings.ts'
import { useSearchBox } from './use-search-box.ts'

/** The search bar of the header, and the box over all kinds that Ctrl K opens. */
export const GlobalSearch = () => {
  const [everywhere, quick] = useDisclosure(false)
  useKeyHints(searchKeys)
  useHotkeys([['mod+K', quick.toggle]], [])
  return (
    <>
      <SearchBar onEverywhere={quick.open} />
      <QuickFind opened={everywhere} onClose={quick.close} />
    </>
  )
}

/** An entity, then words, then arrows and Enter. */
const SearchBar = ({ onEverywhere }: { onEverywhere: () => void }) => {
  const box = useSearchBox()
  const [open, panel] = useDisclosure(false)
  const [active, setActive] = useState(0)
  const words = useRef<HTMLInputElement>(null)
  const list = useId()
  const navigate = useNavigate()
  if (box.kinds.length === 0) return null

  const showsRecents = box.typed.trim() === '' && box.recents.length > 0
  const options = showsRecents ? box.recents.length : box.hits.length
  const at = Math.min(active, Math.max(0, options - 1))
  const turnTo = (page: number): void => {
    if (page < 1 || page > pageCount(box.total, SEARCH_PAGE_SIZE)) return
    setActive(0)
    box.turnTo(page)
  }
  const go = (hit: Hit): void => {
    box.remember()
    panel.close()
    words.current?.blur()
    void navigate({ to: hit.to ?? '.', search: searchOf(hit) })
  }
  const enter = (): void => {
    const recent = showsRecents ? box.recents[at] : undefined
    const hit = box.waiting ? undefined : box.hits[at]
    if (recent !== undefined) box.again(recent)
    else if (hit === undefined) box.askNow()
    else go(hit)
  }
  const onKey = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(options === 0 ? 0 : (at + 1) % options),
      ArrowUp: () => setActive(options === 0 ? 0 : (at + options - 1) % options),
      PageDown: () => turnTo(box.asked.page + 1),
      PageUp: () => turnTo(box.asked.page - 1),
      Enter: enter,
      Escape: panel.close,
    }
    const run = keys[event.key]
    if (run === undefined) return
    event.preventDefault()
    if (event.key !== 'Escape') panel.open()
    run()
  }
  const leave = (): void => {
    box.remember()
    panel.close()
  }

  return (
    <search
      className={classes['bar']}
      aria-label={searchStrings.label}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}
    >
      <Select
        className={classes['entity']}
        aria-label={searchStrings.entity}
        placeholder={searchStrings.chooseEntity}
        value={box.kind?.type ?? null}
        data={box.kinds.map(({ type, label }) => ({ value: type, label }))}
        comboboxProps={{ width: 180, position: 'bottom-start' }}
        onChange={(value) => {
          box.choose(box.kinds.find(({ type }) => type === value)?.type ?? null)
          setActive(0)
          words.current?.focus()
        }}
      />
      <Popover
        opened={open}
        onChange={(now) => !now && panel.close()}
        width={480}
        position="bottom-start"
        withinPortal={false}
        withRoles={false}
      >
        <Popover.Target>
          <TextInput
            ref={words}
            className={classes['words']}
            role="combobox"
            aria-label={searchStrings.label}
            aria-expanded={open}
            aria-controls={list}
            aria-autocomplete="list"
            {...(open && options > 0 ? { 'aria-activedescendant': `${list}-${at}` } : {})}
            placeholder={box.kind?.placeholder ?? searchStrings.noPlaceholder}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={15} aria-hidden />}
            rightSectionWidth={box.typed === '' ? 56 : 30}
            rightSection={
              box.typed === '' ? (
                <UnstyledButton
                  className={classes['keys']}
                  aria-label={`${searchStrings.everywhere}, ${searchStrings.keys}`}
                  aria-keyshortcuts="Control+K"
                  onClick={onEverywhere}
                >
                  {searchStrings.keys}
                </UnstyledButton>
              ) : (
                <CloseButton
                  size="sm"
                  aria-label={searchStrings.clear}
                  onClick={() => {
                    box.type('')
                    box.clear()
                    words.current?.focus()
                  }}
                />
              )
            }
            value={box.typed}
            onFocus={panel.open}
            onClick={panel.open}
            onChange={(event) => {
              setActive(0)
              panel.open()
              box.type(event.currentTarget.value)
            }}
            onKeyDown={onKey}
          />
        </Popover.Target>
        <Popover.Dropdown className={classes['panel']} onMouseDown={(event) => event.preventDefault()}>
          <SearchResults box={box} list={list} active={at} showsRecents={showsRecents} onGo={go} onTurn={turnTo} />
        </Popover.Dropdown>
      </Popover>
    </search>
  )
}
