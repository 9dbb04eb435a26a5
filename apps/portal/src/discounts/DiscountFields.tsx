import { discountTypes } from '@ambit/contract'
import { discountAmountProblem, discounted, WHOLE_PRICE } from '@ambit/domain'
import { useFormContext, useWatch } from 'react-hook-form'
import { DateTimeField } from '../form/DateTimeField.tsx'
import { CurrencyField, NumberField, SelectField, TextField } from '../form/fields.tsx'
import { useFormat } from '../settings/format.ts'
import type { DiscountForm } from './discount-form.ts'
import classes from './discounts.module.css'
import { discountStrings as words } from './strings.ts'

const typeOptions = discountTypes.map((value) => ({ value, label: words.types[value] }))

export const DiscountFields = () => {
  const { setValue, getValues, trigger } = useFormContext<DiscountForm>()
  // What was typed is checked by the rules of the other type; an amount that was not entered is left alone.
  const pickType = (type: string, before: string): void => {
    if (type === before) return
    if (type === 'total_off') setValue('discount_amount', WHOLE_PRICE, { shouldDirty: true })
    if (getValues('discount_amount') !== null) void trigger('discount_amount')
  }
  return (
    <>
      <TextField name="name" label={words.columns.name} />
      <TextField name="code" label={words.columns.code} />
      <SelectField name="discount_type" label={words.columns.discount_type} options={typeOptions} onPick={pickType} />
      <AmountField />
      <NumberField name="usage_limit" label={words.columns.usage_limit} placeholder={words.unlimited} min={1} />
      <DateTimeField
        name="activation_datetime"
        label={words.columns.activation_datetime}
        placeholder={words.always}
        shortcuts={words.shortcuts}
      />
      <DateTimeField
        name="expiration_datetime"
        label={words.columns.expiration_datetime}
        placeholder={words.never}
        shortcuts={words.shortcuts}
      />
      <Example />
    </>
  )
}

/** Percent or money; of a free ride there is nothing to enter. */
const AmountField = () => {
  const type = useWatch<DiscountForm, 'discount_type'>({ name: 'discount_type' })
  const field = { name: 'discount_amount', label: words.columns.discount_amount }
  return type === 'amount_off' ? (
    <CurrencyField key="money" {...field} min={-Infinity} step={1} />
  ) : (
    <NumberField key="percent" {...field} digits={2} suffix="%" disabled={type === 'total_off'} />
  )
}

const EXAMPLE_PRICE = 10

/** The effect of the discount on a price, once the form is valid. */
const Example = () => {
  const format = useFormat()
  const [discount_type, discount_amount] = useWatch<DiscountForm, ['discount_type', 'discount_amount']>({
    name: ['discount_type', 'discount_amount'],
  })
  const discount = { discount_type, discount_amount: discount_amount ?? 0 }
  if (discountAmountProblem(discount) !== null) return null
  return (
    <p className={classes['example']}>
      {words.example(format.money(EXAMPLE_PRICE), format.money(discounted(EXAMPLE_PRICE, discount)))}
    </p>
  )
}
