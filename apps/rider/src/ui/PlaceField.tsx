import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { Place } from '@ambit/contract'
import type { Say } from '../texts/catalogue.ts'
import { Fault } from './Field.tsx'
import { Pictogram } from './Pictogram.tsx'
import { useRide } from './ride.tsx'
import { type Suggestions, useSuggestions } from './use-suggestions.ts'
import styles from './place-field.module.css'
import fields from './field.module.css'

type Props = {
  label: string
  place: Place | null
  /** places near it come first */
  near: Place | null
  fault?: string | undefined
  field?: RefObject<HTMLInputElement | null>
  onPlace: (place: Place | null) => void
  /** other ways to say the place */
  children?: ReactNode
}

/** Where the arrow keys go from one choice, round and round; -1: none is chosen yet. */
const MOVES: Partial<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active, count) => (active + 1) % count,
  ArrowUp: (active, count) => (active <= 0 ? count : active) - 1,
}

/** A place is typed and chosen from what is found (ARIA pattern: editable combobox with list autocomplete). */
export const PlaceField = ({ label, place, near, fault, field, onPlace, children }: Props) => {
  const { say } = useRide()
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useSuggestions(isOpen ? typed : '', near)
  const places = found.kind === 'found' ? found.places : []
  const isShown = isOpen && places.length > 0
  const type = (text: string): void => {
    setTyped(text)
    setOpen(true)
    setActive(-1)
    if (place !== null) onPlace(null)
  }
  const choose = (chosen: Place): void => {
    type('')
    setOpen(false)
    onPlace(chosen)
  }
  const press = (event: KeyboardEvent): void => {
    const chosen = places[active]
    const moved = MOVES[event.key]
    if (event.key === 'Escape' && isShown) setOpen(false)
    else if (event.key === 'Enter' && isShown && chosen !== undefined) choose(chosen)
    else if (moved !== undefined && places.length > 0) {
      setOpen(true)
      setActive(moved(active, places.length))
    } else return
    event.preventDefault()
  }
  const clear = (): void => {
    type('')
    input.current?.focus()
  }
  return (
    <div className={fields['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['line']}>
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder={say('search_place')}
          maxLength={200}
          value={place?.name ?? typed}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
        {(place !== null || typed !== '') && <Clear label={label} onTap={clear} />}
      </div>
      <Choices id={id} label={label} places={isShown ? places : []} active={active} onChoose={choose} />
      <Told isHidden={isShown}>{isOpen && wordsOf(found, say)}</Told>
      <Fault id={`${id}-fault`} text={fault} />
      {children}
    </div>
  )
}

/** What was found, in words: heard in any case, and seen where no list says it. */
const Told = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) => (
  <p className={isHidden ? 'hidden' : fields['hint']} role="status">
    {children}
  </p>
)

const Clear = ({ label, onTap }: { label: string; onTap: () => void }) => {
  const { say } = useRide()
  return (
    <button type="button" className={`plain ${styles['clear']}`} aria-label={say('clear', { label })} onClick={onTap}>
      <Pictogram name="clear" />
    </button>
  )
}

type ChoicesProps = {
  id: string
  label: string
  places: readonly Place[]
  active: number
  onChoose: (place: Place) => void
}

const Choices = ({ id, label, places, active, onChoose }: ChoicesProps) => (
  <ul id={`${id}-list`} role="listbox" aria-label={label} className={styles['list']} hidden={places.length === 0}>
    {places.map((one, index) => (
      <li
        key={`${one.name} ${one.point.join()}`}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        className={styles['option']}
        // The field keeps the focus, so that the list is not closed before it is tapped.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(one)}
      >
        {one.name}
      </li>
    ))}
  </ul>
)

const wordsOf = (found: Suggestions, say: Say): string | null => {
  if (found.kind === 'none') return null
  if (found.kind === 'failed') return say('suggestions_failed')
  const { length } = found.places
  return length === 0 ? say('no_suggestions') : say('suggestions', { n: length })
}
