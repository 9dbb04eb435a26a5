import type { AnyId } from '@ambit/contract'
import { Checkbox, Select } from '@mantine/core'
import type { AreaDraft } from '../design/design.ts'
import shared from './area.module.css'
import classes from './TravelRules.module.css'
import { areaStrings as words } from './strings.ts'
import { allowedPairs, isAllowed, withEverywhere, withPair } from './travel.ts'
import type { AreaEditor } from './use-area-editor.ts'

/** Two areas that were picked, on the map or in the lists. */
export type Picked = { from: AnyId | null; to: AnyId | null }

/** The first click is where the journey begins, the next where it ends, and so on. */
export const pickNext = ({ from, to }: Picked, id: AnyId): Picked =>
  from === null || to !== null ? { from: id, to: null } : { from, to: id }

type Props = { editor: AreaEditor; picked: Picked; onPick: (picked: Picked) => void }

/** Between which areas one may travel: for a pair, and for all as a matrix. */
export const TravelRules = ({ editor, picked, onPick }: Props) => {
  const { areas, may } = editor
  const apply = (area: AreaDraft): void =>
    editor.apply({
      label: words.steps.rule(area.name),
      edits: { kind: 'service_areas', updated: [area] },
      chosen: [],
    })
  if (areas.length < 2) return <p className={shared['hint']}>{words.travel.one}</p>
  return (
    <div className={classes['travel']}>
      <p className={shared['muted']}>{words.travel.intro}</p>
      <PairPicker areas={areas} picked={picked} onPick={onPick} may={may} onChange={apply} />
      <Matrix areas={areas} picked={picked} may={may} onChange={apply} />
      <p className={shared['muted']} role="status">
        {words.travel.arrows(allowedPairs(areas).reduce((count, { both }) => count + (both ? 2 : 1), 0))}
      </p>
    </div>
  )
}

type PairProps = {
  areas: readonly AreaDraft[]
  picked: Picked
  onPick: (picked: Picked) => void
  may: boolean
  onChange: (area: AreaDraft) => void
}

const PairPicker = ({ areas, picked, onPick, may, onChange }: PairProps) => {
  const from = areas.find(({ id }) => id === picked.from)
  const to = areas.find(({ id }) => id === picked.to)
  const options = areas.map(({ id, name }) => ({ value: String(id), label: name }))
  const idOf = (value: string | null): AnyId | null => areas.find(({ id }) => String(id) === value)?.id ?? null
  return (
    <fieldset className={classes['pair']}>
      <legend>{words.travel.pair}</legend>
      <Select
        label={words.travel.from}
        placeholder={words.travel.choose}
        data={options}
        value={from === undefined ? null : String(from.id)}
        onChange={(value) => onPick({ ...picked, from: idOf(value) })}
      />
      <Select
        label={words.travel.to}
        placeholder={words.travel.choose}
        data={options}
        value={to === undefined ? null : String(to.id)}
        onChange={(value) => onPick({ ...picked, to: idOf(value) })}
      />
      {from === undefined || to === undefined ? (
        <p className={shared['muted']} data-wide>
          {words.travel.pairHint}
        </p>
      ) : (
        <>
          <Checkbox
            data-wide
            label={from.id === to.id ? words.travel.within(from.name) : words.travel.allow(from.name, to.name)}
            checked={isAllowed(from, to.id)}
            disabled={!may}
            onChange={(event) => onChange(withPair(areas, from, to.id, event.currentTarget.checked))}
          />
          {from.id !== to.id && (
            <Checkbox
              data-wide
              label={words.travel.back(from.name, to.name)}
              checked={isAllowed(to, from.id)}
              disabled={!may}
              onChange={(event) => onChange(withPair(areas, to, from.id, event.currentTarget.checked))}
            />
          )}
        </>
      )}
    </fieldset>
  )
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrow keys go from box to box, as a hand would. */
const moveFocus = (event: React.KeyboardEvent<HTMLTableElement>): void => {
  const step = steps[event.key]
  const cell = event.target instanceof HTMLElement ? event.target.closest('td') : null
  const row = cell?.closest('tr')
  if (step === undefined || cell === null || row === null || row === undefined) return
  const body = event.currentTarget.tBodies[0]
  const next = body?.rows[row.sectionRowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector('input')
  event.preventDefault()
  next?.focus()
}

type MatrixProps = Pick<PairProps, 'areas' | 'picked' | 'may' | 'onChange'>

const Matrix = ({ areas, picked, may, onChange }: MatrixProps) => (
  <div className={classes['matrixScroll']}>
    <table className={classes['matrix']} aria-label={words.travel.matrix} onKeyDown={moveFocus}>
      <thead>
        <tr>
          <th scope="col">{words.travel.corner}</th>
          <th scope="col">{words.travel.everywhere}</th>
          {areas.map(({ id, name }) => (
            <th key={id} scope="col" title={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {areas.map((from) => (
          <tr key={from.id}>
            <th scope="row" title={from.name}>
              {from.name}
            </th>
            <td>
              <Checkbox
                aria-label={words.travel.everywhereFrom(from.name)}
                checked={from.travel_rule === null}
                disabled={!may}
                onChange={(event) => onChange(withEverywhere(from, event.currentTarget.checked))}
              />
            </td>
            {areas.map((to) => (
              <td key={to.id} data-pair={(from.id === picked.from && to.id === picked.to) || undefined}>
                <Checkbox
                  aria-label={words.travel.cell(from.name, to.name)}
                  checked={isAllowed(from, to.id)}
                  disabled={!may}
                  onChange={(event) => onChange(withPair(areas, from, to.id, event.currentTarget.checked))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
