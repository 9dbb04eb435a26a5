import { discountRecords } from '../records/discounts.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'

/** The specification's key for the dialog, in both of its modes; saving asks for more. */
const DIALOG = 'DiscountManagement:role:canRead'

export const discountsModule = defineModule({
  name: 'DiscountManagement',
  pages: [
    {
      path: '/DiscountManagement',
      title: 'Discounts',
      permission: 'DiscountManagement:discounts:canRead',
      load: () => import('./DiscountsPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'DiscountDialog',
      permission: { create: DIALOG, edit: DIALOG },
      tabs: ['Details', 'History'],
      width: 'min(760px, 94vw)',
      load: () => import('./DiscountDialog.tsx'),
    }),
  ],
  live: {
    record: (event) => {
      if (event.table === 'discounts') discountRecords.changed(event.record_id)
    },
  },
})
