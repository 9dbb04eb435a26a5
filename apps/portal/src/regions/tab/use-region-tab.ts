import { api, Region, type RegionInput } from '@ambit/contract'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { useDialog } from '../../dialogs/stack.ts'
import { type EntityForm, useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { regionRecords } from '../../records/regions.ts'

export type RegionTabProps = { mode: 'view' | 'edit'; region: Region }

type Fields<V> = {
  schema: z.ZodObject & z.ZodType<V, V>
  valuesOf: (region: Region) => V
  bodyOf: (values: V) => Partial<z.input<typeof RegionInput>>
}

/** The form of a tab of the region dialog: some of the region's own fields. */
export const useRegionTab = <V extends FieldValues>(
  { mode, region }: RegionTabProps,
  { schema, valuesOf, bodyOf }: Fields<V>,
  words: { thanks: string; saved: string },
): EntityForm<V, Region> => {
  const { close } = useDialog()
  return useEntityForm({
    intent: { mode, record: region },
    schema,
    record: Region,
    toValues: (record) => valuesOf(record ?? region),
    save: (values, version) =>
      client
        .call(api.regions.update, { params: { id: region.id }, body: bodyOf(values), version })
        .then((answer) => answer.data),
    onSaved: (saved) => {
      if (saved) regionRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
}
