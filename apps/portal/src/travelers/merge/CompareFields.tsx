import { type MergeField, mergeFields, type MergeSide, type TravelerDetails } from '@ambit/contract'
import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mobilityAidsQuery } from '../../records/mobility-aids.ts'
import { regionOptions } from '../../records/regions.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { mergeFieldWords, mergeStrings as words } from './strings.ts'
import { fieldValue, type Names } from './value-words.ts'
import classes from './merge.module.css'

type Both = Readonly<Record<MergeSide, TravelerDetails>>
type Props = {
  both: Both
  sideOf: (field: MergeField) => MergeSide
  onChoose: (field: MergeField, side: MergeSide) => void
}

/** Two records field by field; of those that differ one chooses. */
export const CompareFields = ({ both, sideOf, onChoose }: Props) => {
  const regions = useQuery(regionOptions)
  const aids = useQuery(mobilityAidsQuery(null))
  const names = { regions: regions.data ?? [], aids: aids.data ?? [] }
  return (
    <table className={classes['table']}>
      <caption>{words.fields}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.kept(both.kept.id)}</th>
          <th scope="col">{words.merged(both.merged.id)}</th>
        </tr>
      </thead>
      <tbody>
        {mergeFields.map((field) => (
          <Row
            key={field}
            field={field}
            both={both}
            names={names}
            chosen={sideOf(field)}
            onChoose={(side) => onChoose(field, side)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  field: MergeField
  both: Both
  names: Names
  chosen: MergeSide
  onChoose: (side: MergeSide) => void
}

const Row = ({ field, both, names, chosen, onChoose }: RowProps) => {
  const values = { kept: fieldValue(field, both.kept, names), merged: fieldValue(field, both.merged, names) }
  const name = mergeFieldWords[field]
  if (values.kept === values.merged)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td>{values.kept}</td>
        <td>{values.merged}</td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">
        {name} <StatusTag tone="warning">{words.differs}</StatusTag>
      </th>
      {(['kept', 'merged'] as const).map((side) => (
        <td key={side}>
          <Radio
            name={`merge-${field}`}
            value={side}
            checked={chosen === side}
            onChange={() => onChoose(side)}
            label={values[side]}
            aria-label={words.choice(name, values[side], both[side].id)}
          />
        </td>
      ))}
    </tr>
  )
}
