export { ConsentApp, type ConsentAppProps } from './consent-app.tsx'
