import { strategyTypes } from '@ambit/contract'
import { walkOnModeOf } from '@ambit/domain'
import { Button, ColorInput, type InputWrapperProps, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { typedNumber } from '../../../form/typed-number.ts'
import type { StrategyDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import { designerStrings, fieldLabels, figureLabels } from '../design/strings.ts'
import { choiceNames, choices, doorEffect, figureGroups, figures } from './figures.ts'
import classes from './strategies.module.css'
import { strategyStrings as words } from './strings.ts'

const COLOR = /^#[0-9a-f]{6}$/i
const swatches = ['#E5EAED', '#0B7A4B', '#1F56B8', '#5B3CC4', '#B26A00', '#C62820', '#00796B', '#5A6370']
const types = strategyTypes.map((value) => ({ value, label: designerStrings.types[value] }))

/** Every figure with what it does in plain words; each change is drafted as soon as it is valid. */
export const StrategyForm = ({ strategy, used }: { strategy: StrategyDraft; used: number }) => {
  const { service_strategies: all, service_routes: routes, edit, may } = useDesign()
  const change = (fields: Partial<StrategyDraft>): void => {
    const [field = ''] = Object.keys(fields)
    edit(
      words.steps.change(strategy.name, fieldLabels[field] ?? field),
      { kind: 'service_strategies', updated: [{ ...strategy, ...fields }] },
      `strategy ${strategy.id} ${field}`,
    )
  }
  const makeDefault = (): void =>
    edit(words.steps.default(strategy.name), {
      kind: 'service_strategies',
      updated: all.map((one) => ({ ...one, default: one.id === strategy.id })),
    })
  // A route of a strategy that goes is served as the zone is.
  const remove = (): void =>
    edit(words.steps.remove(strategy.name), [
      { kind: 'service_strategies', removed: [strategy.id] },
      {
        kind: 'service_routes',
        updated: routes
          .filter((route) => route.service_strategy_id === strategy.id)
          .map((route) => ({ ...route, service_strategy_id: null })),
      },
    ])
  const doorId = useId()
  const whyNot = strategy.default ? words.whyNotDefault : used > 0 ? words.whyNotUsed : null
  return (
    <fieldset className={classes['form']} disabled={!may.update} aria-label={strategy.name}>
      <NameField name={strategy.name} onChange={(name) => change({ name })} />
      <ColorInput
        label={words.color}
        format="hex"
        swatches={swatches}
        swatchesPerRow={8}
        eyeDropperButtonProps={{ 'aria-label': words.pickColor }}
        value={strategy.color}
        onChange={(color) => COLOR.test(color) && change({ color })}
        disabled={!may.update}
      />
      <Select
        label={words.type}
        {...describedBelow(words.typeEffects[strategy.type])}
        data={types}
        value={strategy.type}
        onChange={(value) => {
          const type = strategyTypes.find((one) => one === value)
          if (type !== undefined) change({ type })
        }}
        disabled={!may.update}
      />
      <div className={classes['default']}>
        {strategy.default ? (
          <strong>{words.isDefault}</strong>
        ) : (
          <Button size="compact-sm" variant="default" onClick={makeDefault}>
            {words.makeDefault}
          </Button>
        )}
        <p>{words.defaultEffect}</p>
      </div>
      <div className={classes['effect']}>
        <Switch
          label={words.door}
          checked={strategy.door_to_door}
          aria-describedby={doorId}
          onChange={(event) => change({ door_to_door: event.currentTarget.checked })}
        />
        <p id={doorId}>{doorEffect(strategy.door_to_door)}</p>
      </div>
      {figureGroups.map((group) => (
        <section key={group.title} className={classes['group']} aria-label={group.title}>
          <h4>{group.title}</h4>
          {group.figures.map((name) => (
            <FigureField key={name} name={name} strategy={strategy} onChange={(value) => change({ [name]: value })} />
          ))}
        </section>
      ))}
      <section className={classes['group']} aria-label={words.drivers}>
        <h4>{words.drivers}</h4>
        {choiceNames.map((name) => (
          <ChoiceField key={name} name={name} strategy={strategy} disabled={!may.update} onChange={change} />
        ))}
      </section>
      {may.update && (
        <div className={classes['default']}>
          <Button size="compact-sm" variant="default" disabled={whyNot !== null} onClick={remove}>
            {words.remove}
          </Button>
          {whyNot !== null && <p>{whyNot}</p>}
        </div>
      )}
    </fieldset>
  )
}

/** Drafted when the field is left, so that half a name is no step of the history. */
const NameField = ({ name, onChange }: { name: string; onChange: (name: string) => void }) => {
  const [typed, setTyped] = useState(name)
  const [known, setKnown] = useState(name)
  // Undo changes the name too.
  if (name !== known) {
    setKnown(name)
    setTyped(name)
  }
  const [touched, touch] = useState(false)
  const missing = touched && typed.trim() === ''
  const leave = (): void => {
    touch(true)
    if (typed.trim() !== '' && typed.trim() !== name) onChange(typed.trim())
  }
  return (
    <TextInput
      label={words.name}
      value={typed}
      maxLength={255}
      required
      error={missing ? words.nameMissing : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}

type ChoiceProps = {
  name: keyof typeof choices
  strategy: StrategyDraft
  disabled: boolean
  onChange: (fields: Partial<StrategyDraft>) => void
}

const ChoiceField = ({ name, strategy, disabled, onChange }: ChoiceProps) => {
  const options = Object.entries(choices[name])
  const value = name === 'walk_ons' ? walkOnModeOf(strategy.type, strategy) : strategy[name]
  return (
    <Select
      label={figureLabels[name]}
      {...describedBelow(options.find(([key]) => key === value)?.[1].effect ?? '')}
      data={options.map(([key, { label }]) => ({ value: key, label }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChange({ [name]: chosen })
      }}
      disabled={disabled}
    />
  )
}

type FigureProps = {
  name: keyof typeof figures
  strategy: StrategyDraft
  onChange: (value: number) => void
}

/** A value that is out of range stays in the field with its error, and out of the draft. */
const FigureField = ({ name, strategy, onChange }: FigureProps) => {
  const look = figures[name]
  const value = strategy[name]
  const fine = (figure: number): boolean =>
    figure >= look.min && figure <= look.max && (look.digits !== undefined || Number.isInteger(figure))
  // null: what is drafted
  const [typed, setTyped] = useState<number | string | null>(null)
  const figure = typed === null ? value : typedNumber(typed)
  const wrong = typed !== null && (figure === null || !fine(figure))
  return (
    <NumberInput
      label={figureLabels[name]}
      {...describedBelow(look.effect(value, strategy))}
      suffix={look.unit === '' ? '' : ` ${look.unit}`}
      step={look.step}
      min={look.min}
      max={look.max}
      clampBehavior="none"
      decimalScale={look.digits ?? 0}
      value={wrong || figure === value ? (typed ?? value) : value}
      error={wrong ? words.range(look.min, look.max) : null}
      onChange={(entry) => {
        setTyped(entry)
        const next = typedNumber(entry)
        if (next !== null && fine(next) && next !== value) onChange(next)
      }}
      onBlur={() => setTyped(wrong && figure !== null ? typed : null)}
    />
  )
}

/** The sentence that says what a control does, beneath it and part of what is read out. */
const describedBelow = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies InputWrapperProps['inputWrapperOrder'],
})
