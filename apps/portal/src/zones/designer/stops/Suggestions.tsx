import { ActionIcon, Button, Group, NumberInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../../../api/announce-failure.ts'
import { useFormat } from '../../../settings/format.ts'
import { useDesign } from '../design/design-session.ts'
import { OnMap } from '../design/OnMap.tsx'
import { GhostLayer, type Suggestion } from './GhostLayer.tsx'
import { askForSuggestions } from './queries.ts'
import { Section } from './Section.tsx'
import { freeName, namesOf, newStop } from './stop-edits.ts'
import classes from './Suggestions.module.css'
import { stopStrings } from './strings.ts'

const words = stopStrings.suggest
const [MIN, MAX] = [50, 2000]
const SHOWN = 50

/** Stops that would bring every address within a walking distance: ghosts on the map until they are accepted. */
export const Suggestions = () => {
  const format = useFormat()
  const { service_areas: areas, zone_stops: stops, service_strategies: strategies, edit } = useDesign()
  const usual = strategies.find((strategy) => strategy.default)?.max_walk_m ?? MAX
  const [walk, setWalk] = useState<number | null>(Math.max(MIN, Math.min(MAX, usual)))
  const [ghosts, setGhosts] = useState<readonly Suggestion[]>([])
  const asking = useMutation({
    mutationFn: (metres: number) => askForSuggestions({ areas, stops }, metres),
    onSuccess: (answer) => setGhosts(answer.stops),
    onError: (error) => announceFailure(error, words.failed),
  })
  const accept = (accepted: readonly Suggestion[]): void => {
    const names = namesOf(stops)
    const added = accepted.map(({ name: wanted, point, street_address }) => {
      const name = freeName(wanted, names)
      names.add(name)
      return newStop({ name, point, street_address })
    })
    edit(stopStrings.steps.accept(added.length), { kind: 'zone_stops', added })
    setGhosts((before) => before.filter((ghost) => !accepted.includes(ghost)))
  }
  return (
    <Section title={words.title} brief={ghosts.length > 0 ? format.number(ghosts.length) : null}>
      {ghosts.length > 0 && (
        <OnMap name="suggestions">
          <GhostLayer suggestions={ghosts} onAccept={(ghost) => accept([ghost])} />
        </OnMap>
      )}
      <p>{words.explain}</p>
      <form
        className={classes['ask']}
        onSubmit={(event) => {
          event.preventDefault()
          if (walk !== null) asking.mutate(walk)
        }}
      >
        <NumberInput
          label={words.walk}
          min={MIN}
          max={MAX}
          step={50}
          value={walk ?? ''}
          onChange={(value) => setWalk(typeof value === 'number' ? value : null)}
        />
        <Button type="submit" loading={asking.isPending} disabled={walk === null || areas.length === 0}>
          {words.ask}
        </Button>
      </form>
      <div role="status">
        {asking.data !== undefined && (
          <p>
            {asking.data.stops.length === 0 && words.nothing}{' '}
            {asking.data.left > 0 && words.left(format.number(asking.data.left))}
          </p>
        )}
      </div>
      {ghosts.length > 0 && (
        <>
          <Group gap="xs">
            <Button size="compact-sm" onClick={() => accept(ghosts)}>
              {words.acceptAll(ghosts.length)}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setGhosts([])}>
              {words.clear}
            </Button>
          </Group>
          <ul className={classes['suggestions']}>
            {ghosts.slice(0, SHOWN).map((ghost) => (
              <li key={ghost.point.join()}>
                <span>{ghost.name}</span>
                <span className="numbers">{words.gain(format.number(ghost.addresses))}</span>
                <ActionIcon aria-label={words.accept(ghost.name)} onClick={() => accept([ghost])}>
                  <IconPlus size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
