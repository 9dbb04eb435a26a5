import { type ReactNode, useId, useRef, useState } from 'react'
import type { CheckAnswer, CheckItem, TakenChecklist, TripWithStops } from '@ambit/contract'
import { itemFails } from '@ambit/domain'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useStanding } from '../ui/use-standing.ts'
import styles from './check.module.css'
import { type ChangePhotos, Photos, type TakenPhoto } from './Photos.tsx'

type Props = { checklist: TakenChecklist; trip: TripWithStops; act: Deeds['act']; onBack: () => void }

/** A checklist, item by item: each is answered by itself, and nothing is kept before the last one. */
export const CheckVehicle = ({ checklist, trip, act, onBack }: Props) => {
  const { say, label } = useDrive()
  const [place, setPlace] = useState(0)
  const [answers, setAnswers] = useState<readonly CheckAnswer[]>([])
  /** by the item that they are of */
  const [taken, setTaken] = useState<Readonly<Record<string, readonly TakenPhoto[]>>>({})
  const [busy, setBusy] = useState(false)
  // Dispatch may give the trip another one meanwhile.
  const [vehicle_id] = useState(trip.vehicle_id)
  const item = checklist.items[place]
  const heading = useHeadingFocus(`${checklist.id} ${place}`)
  const standing = useStanding()
  if (item === undefined) return null
  const next = async (answer: CheckAnswer | null): Promise<void> => {
    const others = answers.filter((one) => one.item !== item.id)
    const given = answer === null ? others : [...others, answer]
    setAnswers(given)
    if (place + 1 < checklist.items.length) return setPlace(place + 1)
    await act({ kind: 'check', vehicle_id, checklist_id: checklist.id, answers: given })
    onBack()
  }
  return (
    <main className={styles['check']}>
      <p>
        {checklist.name}, {say('item_of', { n: place + 1, count: checklist.items.length })}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {label(item.label)}
      </h1>
      {standing ? (
        <Item
          key={item.id}
          item={item}
          given={answers.find((one) => one.item === item.id) ?? null}
          taking={{
            photos: taken[item.id] ?? [],
            busy,
            onBusy: setBusy,
            onChange: (change) => setTaken((before) => ({ ...before, [item.id]: change(before[item.id] ?? []) })),
          }}
          onAnswer={(answer) => void next(answer)}
        />
      ) : (
        <p role="status">{say('stop_first')}</p>
      )}
      <button type="button" onClick={() => (place === 0 ? onBack() : setPlace(place - 1))}>
        {say('back')}
      </button>
    </main>
  )
}

/** The photos of an item, and whether one more is being made small. */
type Taking = {
  photos: readonly TakenPhoto[]
  busy: boolean
  onChange: ChangePhotos
  onBusy: (busy: boolean) => void
}

type ItemProps = {
  item: CheckItem
  given: CheckAnswer | null
  taking: Taking
  onAnswer: (answer: CheckAnswer | null) => void
}

const named = ({ photos }: Taking): Pick<CheckAnswer, 'photos'> =>
  photos.length === 0 ? {} : { photos: photos.map(({ id }) => id) }

const Item = ({ item, given, taking, onAnswer }: ItemProps) => {
  const { say, label } = useDrive()
  const [wrong, setWrong] = useState<CheckAnswer['value'] | null>(null)
  const answered = (value: CheckAnswer['value']): void => {
    const answer = { item: item.id, value }
    if (itemFails(item, answer)) setWrong(value)
    else onAnswer(answer)
  }
  if (wrong !== null)
    return (
      <Typed
        label={say('what_is_wrong')}
        hint={say('what_is_wrong_hint')}
        first={given?.note ?? ''}
        long
        read={(typed) => (typed.length > 0 && typed.length <= 500 ? typed : null)}
        onEnter={(note) => onAnswer({ item: item.id, value: wrong, note: String(note), ...named(taking) })}
        waits={taking.busy}
        above={<Photos {...taking} />}
      >
        <button type="button" onClick={() => setWrong(null)}>
          {say('cancel')}
        </button>
      </Typed>
    )
  const skip = !item.required && (
    <button type="button" onClick={() => onAnswer(null)}>
      {say('skip')}
    </button>
  )
  switch (item.kind) {
    case 'pass_fail':
      return (
        <div className={styles['choices']}>
          <button type="button" onClick={() => answered('pass')}>
            {say('item_ok')}
          </button>
          <button type="button" onClick={() => answered('fail')}>
            {say('item_not_ok')}
          </button>
          {skip}
        </div>
      )
    case 'choice':
      return (
        <div className={styles['choices']}>
          {item.choices.map((choice, place) => (
            <button key={choice.label.en} type="button" onClick={() => answered(place)}>
              {label(choice.label)}
            </button>
          ))}
          {skip}
        </div>
      )
    case 'number':
      return (
        <Typed
          label={label(item.label)}
          hint={say('number_hint')}
          first={given === null ? '' : String(given.value)}
          read={(typed) => (/^-?\d{1,9}([.,]\d{1,3})?$/.test(typed) ? Number(typed.replace(',', '.')) : null)}
          onEnter={answered}
        >
          {skip}
        </Typed>
      )
    case 'text':
      return (
        <Typed
          label={label(item.label)}
          hint={say('text_hint')}
          first={given === null ? '' : String(given.value)}
          long
          read={(typed) => (typed.length > 0 && typed.length <= 500 ? typed : null)}
          onEnter={answered}
        >
          {skip}
        </Typed>
      )
    case 'photo':
      return (
        <Photographed
          taking={taking}
          first={given?.note ?? ''}
          onEnter={(note) =>
            onAnswer({ item: item.id, value: taking.photos.length, ...(note === '' ? {} : { note }), ...named(taking) })
          }
        >
          {skip}
        </Photographed>
      )
  }
}

type PhotographedProps = {
  taking: Taking
  /** the note that was given before */
  first: string
  /** empty: there are photos */
  onEnter: (note: string) => void
  children: ReactNode
}

/** An item that is answered by photos, or where none can be taken by a note that says why. */
const Photographed = ({ taking, first, onEnter, children }: PhotographedProps) => {
  const { say } = useDrive()
  const [note, setNote] = useState(first)
  const [asked, setAsked] = useState(first !== '')
  const ids = { field: useId(), hint: useId() }
  const { photos, busy } = taking
  const none = photos.length === 0
  const enter = (): void => {
    if (busy) return
    const why = none ? note.trim() : ''
    if (none && why === '') setAsked(true)
    else onEnter(why)
  }
  return (
    <div className={styles['typed']}>
      <Photos {...taking} />
      <p id={ids.hint} role="alert" className={styles['hint']}>
        {asked && none && !busy && say('photo_needed')}
      </p>
      {asked && none && (
        <>
          <label htmlFor={ids.field}>{say('photo_why_none')}</label>
          <textarea
            id={ids.field}
            rows={3}
            maxLength={500}
            value={note}
            aria-describedby={ids.hint}
            onChange={({ target }) => setNote(target.value)}
          />
        </>
      )}
      <button type="button" className="main" aria-disabled={busy} onClick={enter}>
        {say('next_item')}
      </button>
      {children}
    </div>
  )
}

type TypedProps = {
  label: string
  hint: string
  first: string
  long?: boolean
  /** what was typed, without spaces around it; null: it will not do */
  read: (typed: string) => string | number | null
  onEnter: (value: string | number) => void
  /** it cannot be entered yet */
  waits?: boolean
  /** above the button that goes on */
  above?: ReactNode
  children: ReactNode
}

const Typed = ({ label, hint, first, long = false, read, onEnter, waits = false, above, children }: TypedProps) => {
  const { say } = useDrive()
  const [typed, setTyped] = useState(first)
  const [refused, setRefused] = useState(false)
  const ids = { field: useId(), hint: useId() }
  const area = useRef<HTMLTextAreaElement>(null)
  const line = useRef<HTMLInputElement>(null)
  const enter = (): void => {
    if (waits) return
    const value = read(typed.trim())
    if (value !== null) return onEnter(value)
    setRefused(true)
    ;(area.current ?? line.current)?.focus()
  }
  const shared = {
    id: ids.field,
    value: typed,
    autoFocus: true,
    'aria-invalid': refused,
    'aria-describedby': ids.hint,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      setRefused(false)
    },
  }
  return (
    <div className={styles['typed']}>
      <label htmlFor={ids.field}>{label}</label>
      {long ? (
        <textarea ref={area} rows={3} maxLength={500} {...shared} />
      ) : (
        <input ref={line} type="text" inputMode="decimal" autoComplete="off" {...shared} />
      )}
      <p id={ids.hint} role="alert" className={styles['hint']}>
        {refused && hint}
      </p>
      {above}
      <button type="button" className="main" aria-disabled={waits} onClick={enter}>
        {say('next_item')}
      </button>
      {children}
    </div>
  )
}
