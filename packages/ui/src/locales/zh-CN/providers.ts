export const providers = {}
