import { contrastOfWhite, hexOf, type Hsl, hslOfHex, LEAST_TEXT_CONTRAST, rgbOfHsl } from '@ambit/domain'
import { Slider, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { useFormat } from '../settings/format.ts'
import classes from './brand.module.css'
import { settingsStrings } from './settings-strings.ts'

const words = settingsStrings.brand
const parts = [
  { key: 'h', label: words.hue, max: 360 },
  { key: 's', label: words.saturation, max: 100 },
  { key: 'l', label: words.lightness, max: 100 },
] as const

/** A colour by three sliders or by its value, and whether white words on it can be read. */
export const ColourField = ({ name }: { name: string }) => {
  const {
    field: { value, onChange, onBlur, ref },
    fieldState,
  } = useController({ name })
  const { mode } = useEntityFormContext()
  const format = useFormat()
  const color = value as Hsl // the form's schema
  const hex = hexOf(rgbOfHsl(color))
  const [typed, setTyped] = useState<string | null>(null)
  const ratio = contrastOfWhite(color)
  if (mode === 'view') return <ViewField label={words.brandColor}>{hex}</ViewField>
  const error = typed !== null && hslOfHex(typed) === null ? words.notAColour : fieldState.error?.message
  return (
    <fieldset className={classes['colour']}>
      <legend>{words.brandColor}</legend>
      {parts.map(({ key, label, max }) => (
        <div key={key} className={classes['slider']}>
          <span aria-hidden>{label}</span>
          <Slider
            thumbLabel={label}
            label={null}
            min={0}
            max={max}
            value={color[key]}
            onChange={(moved) => {
              setTyped(null)
              onChange({ ...color, [key]: moved })
            }}
          />
          <span className="numbers" aria-hidden>
            {Math.round(color[key])}
          </span>
        </div>
      ))}
      <TextInput
        ref={ref}
        label={words.value}
        className={classes['value'] ?? ''}
        value={typed ?? hex}
        error={error}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          const read = hslOfHex(text)
          if (read !== null) onChange(read)
        }}
        onBlur={() => {
          if (typed !== null && hslOfHex(typed) !== null) setTyped(null)
          onBlur()
        }}
        leftSection={<span className={classes['swatch']} style={{ background: hex }} aria-hidden />}
      />
      <p role="status" className={classes['contrast']} data-fails={ratio < LEAST_TEXT_CONTRAST || undefined}>
        {words.contrast(format.number(ratio, 1))}
        {ratio < LEAST_TEXT_CONTRAST && `. ${words.tooLight(format.number(LEAST_TEXT_CONTRAST, 1))}`}
      </p>
    </fieldset>
  )
}
