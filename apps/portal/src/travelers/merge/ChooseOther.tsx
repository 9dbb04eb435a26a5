import type { TravelerDetails } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { othersQuery } from './queries.ts'
import { mergeStrings as words } from './strings.ts'
import classes from './merge.module.css'

const TYPING_MS = 300

type Props = { traveler: TravelerDetails; onChoose: (id: number) => void }

/** Those who look like the passenger, or whom a search finds. */
export const ChooseOther = ({ traveler, onChoose }: Props) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const others = useQuery(othersQuery(traveler, search))
  return (
    <>
      <TextInput
        label={words.search}
        description={words.searchHint}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {others.isError && <ErrorState error={others.error} onRetry={() => void others.refetch()} />}
      <p role="status">{others.data?.length === 0 && (search === '' ? words.nobody : words.nothing)}</p>
      {others.data !== undefined && others.data.length > 0 && (
        <ul className={classes['others']} aria-label={words.found}>
          {others.data.map(({ id, full_name, phone_number, email }) => (
            <li key={id}>
              <div>
                <strong>{words.named(full_name, id)}</strong>
                <p>{[phone_number, email].filter((text) => text !== null).join(' · ')}</p>
              </div>
              <Button size="compact-sm" aria-label={words.chooseNamed(full_name, id)} onClick={() => onChoose(id)}>
                {words.choose}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
