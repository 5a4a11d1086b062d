/** A placeholder that another program would have filled in, or that its reader was to replace. */
export const placeholderPattern =
  /\$\{(?:user_config|input|env)[.:][\w.-]+\}|<(?:your|my|insert|replace)[^<>\s]{1,60}>|\bYOUR_[A-Z0-9_]*(?:KEY|TOKEN|SECRET|ID)\b/i
