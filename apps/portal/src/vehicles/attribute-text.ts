import type { SchemaField } from '@ambit/contract'
import { vehicleStrings } from './strings.ts'

/** Old data may hold anything; it stays readable. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const optionLabel = (field: Pick<SchemaField, 'options'>, value: unknown): string =>
  field.options.find((option) => option.value === value)?.label ?? plain(value)

const MAX_DIGITS = 3

/** A custom field's value in words; null where there is none. Dates are civil: no zone moves them. */
export const attributeText = (field: Pick<SchemaField, 'type' | 'options'>, value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  switch (field.type) {
    case 'boolean':
      return value === true ? vehicleStrings.yes : vehicleStrings.no
    case 'number':
      return typeof value === 'number'
        ? value.toLocaleString(undefined, { maximumFractionDigits: MAX_DIGITS })
        : plain(value)
    case 'date':
      return plain(value).split('-').toReversed().join('/')
    case 'select':
      return optionLabel(field, value)
    case 'multiselect':
      return Array.isArray(value) && value.length > 0 ? value.map((one) => optionLabel(field, one)).join(', ') : null
    case 'text':
    case 'textarea':
    case 'group':
      return plain(value)
  }
}
