import { ADA_SERIES_SHARE, api, leftOutWays, Region, RegionSeries as Form } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { NumberField, SelectField } from '../../form/fields.tsx'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { regionRecords } from '../../records/regions.ts'
import classes from '../region-tabs.module.css'
import { regionSeriesStrings as words } from './strings.ts'

const { fields, notes } = words
const ways = leftOutWays.map((value) => ({ value, label: words.ways[value] }))
const FULL_ROW = 24

type Props = { mode: 'view' | 'edit'; region: Region }

/** What a region does about recurring journeys. */
export const RegionSeries = ({ mode, region }: Props) => {
  const { close } = useDialog()
  const { id } = region
  const entity = useEntityForm({
    intent: { mode, record: region },
    schema: Form,
    record: Region,
    toValues: (record) => Form.parse(record ?? region),
    save: (values, version) =>
      client.call(api.regions.update, { params: { id }, body: values, version }).then((answer) => answer.data),
    onSaved: (saved) => {
      if (saved) regionRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  return (
    <EntityFormFrame entity={entity} label={words.form} labels={fields} alone={false}>
      <p className={classes['explained']}>{words.explained}</p>
      <FormGrid label={words.form}>
        <SelectField
          name="series_left_out"
          label={fields.series_left_out}
          options={ways}
          note={notes.series_left_out}
          span={FULL_ROW}
        />
        <NumberField
          name="series_share_max"
          label={fields.series_share_max}
          suffix={words.percent}
          note={notes.series_share_max}
        />
        {mode === 'edit' && <AdaPreset />}
      </FormGrid>
    </EntityFormFrame>
  )
}

/** What paratransit in the United States is limited to. */
const AdaPreset = () => {
  const { setValue } = useFormContext<z.infer<typeof Form>>()
  return (
    <Button
      variant="default"
      size="compact-sm"
      style={{ alignSelf: 'center', justifySelf: 'start', gridColumn: 'span 12' }}
      onClick={() => setValue('series_share_max', ADA_SERIES_SHARE, { shouldDirty: true, shouldValidate: true })}
    >
      {words.ada(ADA_SERIES_SHARE)}
    </Button>
  )
}
