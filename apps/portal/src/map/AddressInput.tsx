import type { Place } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './AddressInput.module.css'
import { readCoordinates } from './coordinates.ts'
import { type FoundPlace, placeAt, type Search, type Suggestion, suggestionsQuery } from './places.ts'
import { mapStrings } from './strings.ts'

const DEBOUNCE = 180
const COORDINATES = 'coordinates'
const strings = mapStrings.address

type Props = {
  label: string
  /** the label is for screen readers alone */
  bare?: boolean
  placeholder?: string
  value: Place | null
  onChange: (place: FoundPlace | null) => void
  /** the place has not changed, but the address of its coordinates has come; without it `onChange` takes that as well */
  onName?: (place: Place) => void
  /** suggestions near here come first */
  near: LngLat
  /** offered before anything is typed */
  recent?: readonly Place[]
  /** it is shown, and cannot be changed */
  readOnly?: boolean
  error?: ReactNode
  icon?: ReactNode
  geocoder?: Geocoder
}

type Geocoder = {
  search: Search
  /** the name of coordinates that were typed; null: they are used unchanged */
  nameOf: ((point: LngLat) => Promise<Place>) | null
}
const streetGeocoder: Geocoder = { search: suggestionsQuery, nameOf: placeAt }

type Option = { key: string; title: string; detail: string; place: FoundPlace }

/** Types an address, a place or coordinates; arrows and Enter choose among what the geocoder suggests. */
export const AddressInput = ({
  label,
  bare = false,
  placeholder,
  value,
  onChange,
  onName = onChange,
  near,
  recent = [],
  readOnly = false,
  error,
  icon,
  geocoder = streetGeocoder,
}: Props) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // null while nothing is being typed: then the chosen place is shown.
  const [typed, setTyped] = useState<string | null>(null)
  // A place from elsewhere, the map or a swap, takes the place of the text.
  if (value !== null && typed !== null) setTyped(null)
  const text = (typed ?? '').trim()
  const [asked] = useDebouncedValue(text, DEBOUNCE)
  const found = useQuery(geocoder.search(readCoordinates(asked) === null ? asked : '', near))
  const options = optionsFor(text, recent, asked === text ? found.data : undefined)
  const waiting = text.length > 1 && (asked !== text || found.isFetching) && options.length === 0
  const noteId = useId()
  const first = typed === null || text === '' ? null : (options[0]?.key ?? null)
  const { selectFirstOption } = combobox
  // What the geocoder thinks best is a press of Enter away.
  useEffect(() => {
    if (first !== null) selectFirstOption()
  }, [first, selectFirstOption])

  // An address that comes while the field has the focus is selected as on entering: what is typed next replaces it.
  const input = useRef<HTMLInputElement>(null)
  const name = value?.name
  useLayoutEffect(() => {
    if (name !== undefined && document.activeElement === input.current) input.current?.select()
  }, [name])

  const before = useRef<Place | null>(null)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  /** An address that comes late names the coordinates only while they are the place. */
  const rename = (place: Place): void => {
    const [lng, lat] = latest.current?.point ?? []
    if (lng === place.point[0] && lat === place.point[1]) onName(place)
  }
  const choose = (place: FoundPlace): void => {
    before.current = null
    setTyped(null)
    combobox.closeDropdown()
    const coordinates = readCoordinates(place.name)
    onChange(place)
    if (coordinates !== null) void geocoder.nameOf?.(coordinates).then(rename)
  }
  /** A text that no suggestion was taken for stays, marked, and stands for no place; coordinates are as good as chosen. */
  const leave = (): void => {
    combobox.closeDropdown()
    const [option] = options
    if (text === '') setTyped(null)
    else if (option?.key === COORDINATES) choose(option.place)
  }
  /** The first suggestion is taken also when it has come so lately that nothing marks it yet; a text alone submits nothing. */
  const enter = (event: KeyboardEvent): void => {
    const [option] = options
    if (text === '' || (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0)) return
    event.preventDefault()
    if (option !== undefined && combobox.dropdownOpened) choose(option.place)
  }
  const takeBack = (): void => {
    setTyped(null)
    combobox.closeDropdown()
    if (before.current !== null) onChange(before.current)
  }
  const unmatched = text !== '' && !combobox.dropdownOpened
  const note = noteOf({ text, waiting, none: options.length === 0, failed: found.error })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const option = options.find((candidate) => candidate.key === key)
        if (option !== undefined) choose(option.place)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={input}
          {...(bare ? { 'aria-label': label, size: 'xs' } : { label })}
          placeholder={placeholder}
          role="combobox"
          value={typed ?? value?.name ?? ''}
          error={unmatched ? strings.unmatched : error}
          autoComplete="off"
          spellCheck={false}
          leftSection={icon ?? <IconMapPin size={16} aria-hidden />}
          rightSection={waiting ? <Loader size={14} aria-hidden /> : null}
          aria-describedby={note === null ? undefined : noteId}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            if (value !== null) {
              before.current = value
              onChange(null)
            }
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          readOnly={readOnly}
          onClick={() => {
            if (!readOnly) combobox.openDropdown()
          }}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') enter(event)
            if (event.key !== 'Escape' || typed === null) return
            // The first press brings the place back that stood there, the next one closes the dialog.
            event.stopPropagation()
            takeBack()
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0 && note === null}>
        <Combobox.Options aria-label={label} className={classes['options']}>
          {text === '' && options.length > 0 && (
            <Combobox.Header className={classes['header']}>{strings.recent}</Combobox.Header>
          )}
          {options.map((option) => (
            <Combobox.Option key={option.key} value={option.key} className={classes['option']}>
              <span className={classes['title']}>{option.title}</span>
              {option.detail !== '' && <span className={classes['detail']}>{option.detail}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {note !== null && (
          <div id={noteId} role={waiting ? 'status' : 'alert'} className={classes['note']}>
            {note}
          </div>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

const optionsFor = (text: string, recent: readonly Place[], found: readonly Suggestion[] | undefined): Option[] => {
  const coordinates = readCoordinates(text)
  if (coordinates !== null)
    return [
      {
        key: COORDINATES,
        title: text,
        detail: strings.coordinates,
        place: { name: text, point: [coordinates[0], coordinates[1]] },
      },
    ]
  if (text === '') return recent.map((place) => ({ key: place.name, title: place.name, detail: '', place }))
  return (found ?? []).map((item) => ({
    key: item.id,
    title: item.title,
    detail: item.label.startsWith(item.title) ? item.label.slice(item.title.length).replace(/^[,\s]+/, '') : item.label,
    place: {
      name: item.label,
      point: [item.point[0], item.point[1]],
      ...(item.place_id === undefined ? {} : { place_id: item.place_id }),
    },
  }))
}

type NoteFacts = { text: string; waiting: boolean; none: boolean; failed: Error | null }

const noteOf = ({ text, waiting, none, failed }: NoteFacts): string | null => {
  if (text.length < 2 || !none) return null
  if (failed !== null) return strings.failed(failed.message)
  return waiting ? strings.searching : strings.nothing
}
