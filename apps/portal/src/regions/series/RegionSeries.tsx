import { ADA_SERIES_SHARE, leftOutWays, RegionSeries as Form } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { NumberField, SelectField } from '../../form/fields.tsx'
import classes from '../region-tabs.module.css'
import { type RegionTabProps, useRegionTab } from '../tab/use-region-tab.ts'
import { regionSeriesStrings as words } from './strings.ts'

const { fields, notes } = words
const ways = leftOutWays.map((value) => ({ value, label: words.ways[value] }))
const FULL_ROW = 24

/** What a region does about recurring journeys. */
export const RegionSeries = (tab: RegionTabProps) => {
  const entity = useRegionTab(
    tab,
    { schema: Form, valuesOf: (region) => Form.parse(region), bodyOf: (values) => values },
    words,
  )
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
        {tab.mode === 'edit' && <AdaPreset />}
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
