import { api, Discount } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { besideHistory } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { discountRecords, discountStatuses } from '../records/discounts.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { discountBody, DiscountForm, discountValues } from './discount-form.ts'
import { DiscountFields } from './DiscountFields.tsx'
import { discountStrings as words } from './strings.ts'

/** One discount, or a new one. Users who may open the dialog but not save in it can read it. */
const DiscountDialog = () => {
  const { mode, id } = useDialog()
  const can = useCan()
  switch (mode) {
    case 'create':
      return (
        <DialogFrame title={words.createTitle}>
          {can('DiscountManagement:discounts:canCreate') ? (
            <DiscountDetails intent={{ mode: 'create' }} />
          ) : (
            <EmptyState title={words.mayNotCreate} />
          )}
        </DialogFrame>
      )
    case 'edit':
      return <OneDiscount id={Number(id)} mode={can('DiscountManagement:discounts:canUpdate') ? 'edit' : 'view'} />
    case 'view':
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default DiscountDialog

const OneDiscount = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const can = useCan()
  return (
    <Loaded query={useQuery(discountRecords.one(id))} title={words.one}>
      {(record) => (
        <DialogFrame
          title={words.dialogTitle(mode === 'edit' ? 'Edit' : 'View', record.name, record.id)}
          status={<RecordStatus of={discountStatuses} status={record.status} />}
          {...besideHistory(can, 'discounts', id, <DiscountDetails intent={{ mode, record }} />)}
        />
      )}
    </Loaded>
  )
}

type Intent = Exclude<FormIntent<Discount>, { mode: 'bulkedit' }>

const DiscountDetails = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const entity = useEntityForm({
    intent,
    schema: DiscountForm,
    record: Discount,
    toValues: discountValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (discount) => {
      if (discount) discountRecords.saved(discount)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
    failure: 'silent',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <DiscountFields />
    </EntityForm>
  )
}

const save = async (intent: Intent, values: DiscountForm, version: number | undefined): Promise<Discount> => {
  const body = discountBody(values)
  if (intent.mode === 'create') return (await client.call(api.discounts.create, { body })).data
  const params = { id: intent.record.id }
  return (await client.call(api.discounts.update, { params, body, version })).data
}
