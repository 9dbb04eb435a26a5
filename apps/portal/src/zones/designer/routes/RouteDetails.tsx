import type { AnyId, Block } from '@ambit/contract'
import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconArrowsUpDown, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byIds } from '../../../records/define-records.ts'
import { vehicleRecords } from '../../../records/vehicles.ts'
import { DASH } from '../../../settings/create-format.ts'
import { useFormat } from '../../../settings/format.ts'
import type { RouteDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import type { LiveLine } from './line.ts'
import shared from './routes.module.css'
import classes from './RouteDetails.module.css'
import { routeStrings as words } from './strings.ts'
import type { RouteEditor } from './use-route-editor.ts'
import { VisitList } from './VisitList.tsx'

type Props = {
  route: RouteDraft
  live: LiveLine
  editor: RouteEditor
  after: number | null
  onAfter: (index: number | null) => void
  onAdd: (stop: AnyId) => void
  /** the stop that was not put in, for the route halts there already */
  refused: string | null
}

/** One route: what it is called, where it stops, how long it takes and what vehicles make of it. */
export const RouteDetails = ({ live, ...props }: Props) => {
  const { route, editor, after, onAfter } = props
  const { zone_stops: stops, stateOf } = useDesign()
  return (
    <>
      <div className={shared['head']}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowLeft size={14} />}
          onClick={() => editor.setOpen(null)}
        >
          {words.back}
        </Button>
        <span style={{ flex: 1 }} />
        {editor.may && (
          <>
            <Tooltip label={words.reverse}>
              <ActionIcon
                size={32}
                variant="default"
                aria-label={words.reverse}
                disabled={route.stops.length < 2}
                onClick={() => editor.reverse(route)}
              >
                <IconArrowsUpDown size={16} />
              </ActionIcon>
            </Tooltip>
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => editor.remove(route)}>
              {words.remove}
            </Button>
          </>
        )}
      </div>
      <Fields key={route.id} route={route} editor={editor} />
      <Facts live={live} />
      {live.failed && (
        <p className={classes['notice']} role="status">
          {words.lineFailed}
        </p>
      )}
      <div className={classes['scroll']}>
        <VisitList route={route} stops={stops} live={live} editor={editor} after={after} onAfter={onAfter} />
        <Blocks blocks={route.blocks} changed={stateOf('service_routes', route.id) !== 'saved'} />
      </div>
      {editor.may && <AddStop {...props} />}
    </>
  )
}

const LONGEST_NAME = 255

const Fields = ({ route, editor }: { route: RouteDraft; editor: RouteEditor }) => {
  const { service_strategies: strategies } = useDesign()
  const options = strategies
    .filter(({ type }) => type === 'fixed_route' || type === 'deviated')
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? route.name
  const trimmed = name.trim()
  const error = trimmed === '' ? words.nameMissing : trimmed.length > LONGEST_NAME ? words.nameTooLong : null
  const done = (): void => {
    if (typed === null || error !== null) return
    setTyped(null)
    if (trimmed !== route.name) editor.rename(route, trimmed)
  }
  return (
    <div className={classes['fields']}>
      <TextInput
        label={words.name}
        value={name}
        error={error}
        readOnly={!editor.may}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      <Select
        label={words.strategy}
        placeholder={words.noStrategy}
        data={options}
        clearable
        disabled={!editor.may || options.length === 0}
        title={options.length === 0 ? words.noStrategies : undefined}
        value={route.service_strategy_id === null ? null : String(route.service_strategy_id)}
        onChange={(value) => editor.setStrategy(route, strategies.find(({ id }) => String(id) === value)?.id ?? null)}
      />
    </div>
  )
}

const Facts = ({ live: { line, stale } }: { live: LiveLine }) => {
  const format = useFormat()
  const broken = line?.legs.some(({ polyline }) => polyline === null) ?? false
  return (
    <div className={classes['facts']}>
      <dl aria-label={words.facts} aria-busy={stale}>
        <div>
          <dt>{words.running}</dt>
          <dd>{line === null ? DASH : words.duration(line.running_time_s)}</dd>
        </div>
        <div>
          <dt>{words.driving}</dt>
          <dd>{line === null ? DASH : words.duration(line.driving_s)}</dd>
        </div>
        <div>
          <dt>{words.length}</dt>
          <dd>{line === null ? DASH : format.distance(line.distance_m)}</dd>
        </div>
      </dl>
      <small className={shared['muted']}>{words.freeFlow}</small>
      {broken && <small className={classes['incomplete']}>{words.incomplete}</small>}
    </div>
  )
}

type AddProps = Omit<Props, 'live'>

const AddStop = ({ route, editor, after, onAfter, onAdd, refused }: AddProps) => {
  const { zone_stops: stops } = useDesign()
  const [search, setSearch] = useState('')
  const before = after === null ? undefined : route.stops[after]
  return (
    <div className={classes['add']}>
      {before !== undefined && (
        <p role="status">
          {words.insertingAfter(editor.nameOf(before.zone_stop_id))}
          <Button size="compact-xs" variant="default" onClick={() => onAfter(null)}>
            {words.atEnd}
          </Button>
        </p>
      )}
      <div role="status">{refused !== null && <p>{words.alreadyThere(refused)}</p>}</div>
      <Select
        label={words.addStop}
        placeholder={words.addStopHint}
        data={stops.map(({ id, name }) => ({ value: String(id), label: name }))}
        limit={100}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={words.noSuchStop}
        searchValue={search}
        onSearchChange={setSearch}
        value={null}
        onChange={(value) => {
          const stop = stops.find(({ id }) => String(id) === value)
          if (stop === undefined) return
          onAdd(stop.id)
          setSearch('')
        }}
      />
    </div>
  )
}

const Blocks = ({ blocks, changed }: { blocks: readonly Block[]; changed: boolean }) => {
  const { zone } = useDesign()
  const format = useFormat(zone.time_zone)
  const vehicles = useVehicleNumbers(blocks)
  return (
    <section className={classes['blocks']} aria-label={words.blocks}>
      <h2>{words.blocks}</h2>
      <p className={shared['muted']}>
        {blocks.length === 0 ? words.noBlocks : changed ? words.blocksStale : words.blocksHint}
      </p>
      <ul>
        {blocks.map(({ service_plan_id, vehicle_id, start_time, end_time, runs }) => (
          <li key={service_plan_id}>
            <strong>{vehicle_id === null ? words.noVehicle : (vehicles.get(vehicle_id) ?? `#${vehicle_id}`)}</strong>
            <span>
              {format.dateTime(start_time)} – {format.time(end_time)}
            </span>
            <span className={shared['muted']}>{words.runs(runs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What people call the vehicles of the blocks. */
const useVehicleNumbers = (blocks: readonly Block[]): ReadonlyMap<number, string> => {
  const ids = [...new Set(blocks.flatMap(({ vehicle_id }) => (vehicle_id === null ? [] : [vehicle_id])))]
  const vehicles = useQuery({
    ...vehicleRecords.options(byIds(ids)),
    enabled: ids.length > 0,
  })
  return new Map((vehicles.data ?? []).map(({ id, vehicle_number }) => [id, vehicle_number]))
}
