import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { formStrings } from './strings.ts'
import classes from './TimeInput.module.css'
import { timesFitting, timesMeant } from './time-text.ts'
import { timeStepLabel } from './time-steps.ts'

type Props = {
  label: string
  name?: string
  /** `HH:MM`; one of those offered; null: none is chosen yet */
  value: string | null
  /** `HH:MM`, in the order of the day */
  offered: readonly string[]
  error?: ReactNode
  /** shown where the field was left empty */
  missing?: string
  onChange: (time: string) => void
  /** whether the text in the field is a time that is offered */
  onReadable: (readable: boolean) => void
}

/**
 * A time of day that is typed or chosen: the best match is preselected and Enter takes it. A text that is no offered time
 * stays in the field, marked, and Enter submits nothing.
 */
export const TimeInput = ({ label, name, value, offered, error, missing, onChange, onReadable }: Props) => {
  const { clockHours } = useSettings().app
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // null while nothing is being typed: then the chosen time is shown.
  const [typed, setTyped] = useState<string | null>(null)
  const fitting = timesFitting(typed ?? '', offered)
  const first = fitting[0] ?? null
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (typed !== null && first !== null) selectFirstOption()
  }, [first, typed, selectFirstOption])

  // With the field goes what cannot be read in it.
  const forget = useEffectEvent(() => {
    if (typed !== null) onReadable(true)
  })
  useEffect(() => () => forget(), [])

  const take = (time: string): void => {
    setTyped(null)
    combobox.closeDropdown()
    onReadable(true)
    onChange(time)
  }
  const leave = (): void => {
    combobox.closeDropdown()
    if (typed === null) return
    const [only, ...others] = timesMeant(typed).filter((time) => offered.includes(time))
    if (only !== undefined && others.length === 0) take(only)
  }
  // A form that is sent takes what was typed: pressing its button need not move the focus.
  const input = useRef<HTMLInputElement>(null)
  const leaveWithForm = useEffectEvent(leave)
  useEffect(() => {
    const form = input.current?.form
    const onSubmit = (): void => leaveWithForm()
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [])
  const shown = value === null ? '' : timeStepLabel(value, clockHours)
  const unreadable = typed !== null && (fitting.length === 0 || !combobox.dropdownOpened)
  return (
    <Combobox store={combobox} onOptionSubmit={take}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={input}
          label={label}
          name={name}
          role="combobox"
          autoComplete="off"
          value={typed ?? shown}
          error={!unreadable ? error : typed === '' && missing !== undefined ? missing : formStrings.noSuchTime}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onReadable(false)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && unreadable) event.preventDefault()
            if (event.key !== 'Escape' || typed === null) return
            // The first press takes back what was typed, the next one closes the dialog.
            event.stopPropagation()
            setTyped(null)
            combobox.closeDropdown()
            onReadable(true)
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={fitting.length === 0}>
        <Combobox.Options aria-label={label} className={classes['times']}>
          {fitting.map((time) => (
            <Combobox.Option key={time} value={time} active={time === value}>
              {timeStepLabel(time, clockHours)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
