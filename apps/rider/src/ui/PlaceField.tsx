import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { Place } from '@ambit/contract'
import { Fault } from './Field.tsx'
import { Pictogram } from './Pictogram.tsx'
import { useRide } from './ride.tsx'
import { useSuggestions } from './use-suggestions.ts'
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
  const choose = (chosen: Place): void => {
    setOpen(false)
    setActive(-1)
    setTyped('')
    onPlace(chosen)
  }
  const type = (text: string): void => {
    setTyped(text)
    setOpen(true)
    setActive(-1)
    if (place !== null) onPlace(null)
  }
  const press = (event: KeyboardEvent): void => {
    const chosen = places[active]
    if (event.key === 'Escape' && isShown) setOpen(false)
    else if (event.key === 'Enter' && isShown && chosen !== undefined) choose(chosen)
    else if (event.key === 'ArrowDown' && places.length > 0) {
      setOpen(true)
      setActive((active + 1) % places.length)
    } else if (event.key === 'ArrowUp' && isShown) setActive(active <= 0 ? places.length - 1 : active - 1)
    else return
    event.preventDefault()
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
        {(place !== null || typed !== '') && (
          <button
            type="button"
            className={`plain ${styles['clear']}`}
            aria-label={say('clear', { label })}
            onClick={() => {
              type('')
              input.current?.focus()
            }}
          >
            <Pictogram name="clear" />
          </button>
        )}
      </div>
      <ul id={`${id}-list`} role="listbox" aria-label={label} className={styles['list']} hidden={!isShown}>
        {places.map((one, index) => (
          <li
            key={`${one.name} ${one.point.join()}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles['option']}
            // The field keeps the focus, so that the list is not closed before it is tapped.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            {one.name}
          </li>
        ))}
      </ul>
      <p className={isShown ? 'hidden' : fields['hint']} role="status">
        {isOpen && found.kind === 'failed' && say('suggestions_failed')}
        {isOpen && found.kind === 'found' && suggestionWords(say, places.length)}
      </p>
      <Fault id={`${id}-fault`} text={fault} />
      {children}
    </div>
  )
}

const suggestionWords = (say: ReturnType<typeof useRide>['say'], count: number): string =>
  count === 0 ? say('no_suggestions') : say('suggestions', { n: count })
