import { defineModule } from '../navigation/define-module.ts'

export const bookingSheetModule = defineModule({
  name: 'BookingSheet',
  pages: [
    {
      path: '/BookingSheet/{-$organisationId}',
      title: 'Booking Sheet',
      permission: 'TravellerManagement:organisation:canRead',
      represented: true,
      load: () => import('./BookingSheetPage.tsx'),
    },
  ],
})
