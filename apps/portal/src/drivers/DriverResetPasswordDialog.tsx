import { useQuery } from '@tanstack/react-query'
import { driverRecords } from '../records/drivers.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { ResetPinForm } from './ResetPinForm.tsx'
import { driverStrings } from './strings.ts'

const DriverResetPasswordDialog = () => {
  const id = Number(useDialog().id)
  const driver = useQuery(driverRecords.one(id))
  return (
    <DialogFrame title={driverStrings.pin.title} id={driver.data?.full_name}>
      <ResetPinForm driverId={id} />
    </DialogFrame>
  )
}
export default DriverResetPasswordDialog
