import { AuditList } from './AuditList.tsx'

const SignInsPage = () => <AuditList tab="sign-ins" />
export default SignInsPage
