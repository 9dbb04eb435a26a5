import type { Point, Traveler } from '@ambit/contract'
import { MOST_MEMBERS } from '@ambit/contract'
import { Button, CloseButton, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressInput } from '../../map/AddressInput.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { type ChangeForm, type GroupForm, type Member, ownEnd, seatsOf } from './group-form.ts'
import { useNear } from './GroupFields.tsx'
import { foundQuery } from './queries.ts'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

const TYPING_MS = 300

type Props = {
  form: GroupForm
  near: Point | null
  error: string | undefined
  /** of each member, by its passenger's id */
  errors: ReadonlyMap<number, string>
  onChange: ChangeForm
}

/** The passengers of the group, each with its seats and, where ways differ, its own place. */
export const GroupMembers = ({ form, near, error, errors, onChange }: Props) => {
  const { members } = form
  const change = (id: number, to: Partial<Member>): void =>
    onChange((now) => ({ members: now.members.map((one) => (one.id === id ? { ...one, ...to } : one)) }))
  const add = ({ id, full_name: name }: Traveler): void =>
    onChange((now) => ({ members: [...now.members, { id, name, people: 1, place: null }] }))
  return (
    <fieldset className={classes['members']}>
      <legend>{words.members}</legend>
      {members.length === 0 ? (
        <p className={classes['muted']}>{words.nobody}</p>
      ) : (
        <>
          <p className={classes['muted']}>{words.counted(members.length, seatsOf(form))}</p>
          <ul className={classes['rows']} aria-label={words.members}>
            {members.map((member) => (
              <Row
                key={member.id}
                {...{ member, near }}
                way={form.way}
                error={errors.get(member.id)}
                onChange={(to) => change(member.id, to)}
                onRemove={() => onChange((now) => ({ members: now.members.filter(({ id }) => id !== member.id) }))}
              />
            ))}
          </ul>
        </>
      )}
      {error !== undefined && (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      )}
      {members.length < MOST_MEMBERS ? (
        <Find known={new Set(members.map(({ id }) => id))} onAdd={add} />
      ) : (
        <p className={classes['muted']}>{words.full}</p>
      )}
    </fieldset>
  )
}

type RowProps = {
  member: Member
  near: Point | null
  way: GroupForm['way']
  error: string | undefined
  onChange: (to: Partial<Member>) => void
  onRemove: () => void
}

const Row = ({ member, near, way, error, onChange, onRemove }: RowProps) => {
  const around = useNear(near)
  const own = ownEnd(way)
  const end = own === 'origin' ? words.pickUp : words.dropOff
  return (
    <li>
      <div className={classes['row']}>
        <strong>{words.named(member.name, member.id)}</strong>
        <NumberInput
          size="xs"
          w={90}
          label={words.people}
          aria-label={words.peopleOf(member.name)}
          min={1}
          max={50}
          allowDecimal={false}
          value={member.people}
          onChange={(value) => onChange({ people: Math.max(1, Math.round(Number(value) || 1)) })}
        />
        {own !== null && (
          <div className={classes['place']}>
            <AddressInput
              label={words.placeOf(end, member.name)}
              placeholder={words.addressHint}
              near={around}
              value={member.place}
              onChange={(place) => onChange({ place })}
            />
          </div>
        )}
        <CloseButton aria-label={words.remove(member.name)} onClick={onRemove} />
      </div>
      {error !== undefined && (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      )}
    </li>
  )
}

const Find = ({ known, onAdd }: { known: ReadonlySet<number>; onAdd: (traveler: Traveler) => void }) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = useQuery(foundQuery(search))
  const found = search === '' ? [] : (query.data ?? []).filter(({ id }) => !known.has(id))
  return (
    <>
      <TextInput
        label={words.find}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <p role="status" className={classes['muted']}>
        {search !== '' && query.data !== undefined && found.length === 0 && words.nothing}
      </p>
      {found.length > 0 && (
        <ul className={classes['found']} aria-label={words.found}>
          {found.map((traveler) => (
            <li key={traveler.id}>
              <span>{words.named(traveler.full_name, traveler.id)}</span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={words.addNamed(traveler.full_name, traveler.id)}
                onClick={() => {
                  onAdd(traveler)
                  setTyped('')
                }}
              >
                {words.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
