import type { PackageEcosystem } from '@gatehouse/domain/launch'

const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Names of servers that many people use, and that an imitation would resemble. PyPI names as PEP 503 normalises them.
 * List of 2026-11-29. Source: downloads of a month, and the servers that the protocol's own repositories publish.
 */
export const KNOWN_PACKAGES: Readonly<Record<PackageEcosystem, readonly string[]>> = {
  npm: words(`
    @modelcontextprotocol/inspector @modelcontextprotocol/server-brave-search
    @modelcontextprotocol/server-everything @modelcontextprotocol/server-filesystem
    @modelcontextprotocol/server-github @modelcontextprotocol/server-gitlab
    @modelcontextprotocol/server-google-maps @modelcontextprotocol/server-memory
    @modelcontextprotocol/server-postgres @modelcontextprotocol/server-puppeteer
    @modelcontextprotocol/server-sequential-thinking @modelcontextprotocol/server-slack
    @playwright/mcp chrome-devtools-mcp @upstash/context7-mcp mcp-proxy mcp-remote fastmcp mcporter
    @azure/mcp @azure-devops/mcp @supabase/mcp-server-supabase @notionhq/notion-mcp-server n8n-mcp
    @circleci/mcp-server-circleci next-devtools-mcp mongodb-mcp-server @stripe/mcp tavily-mcp
    @zereight/mcp-gitlab firecrawl-mcp @testsprite/testsprite-mcp @salesforce/mcp @sentry/mcp-server
    @launchdarkly/mcp-server @composio/mcp figma-developer-mcp @executeautomation/playwright-mcp-server
    @eslint/mcp @winor30/mcp-server-datadog @antv/mcp-server-chart @dynatrace-oss/dynatrace-mcp-server
    @cocal/google-calendar-mcp @hubspot/mcp-server @perplexity-ai/mcp-server @shortcut/mcp
    @apify/actors-mcp-server xcodebuildmcp @drawio/mcp @mobilenext/mobile-mcp
    @google-cloud/cloud-run-mcp @brave/brave-search-mcp-server @larksuiteoapi/lark-mcp
    slack-mcp-server mcp-server-code-runner @aashari/mcp-server-atlassian-jira @browsermcp/mcp
    exa-mcp-server backlog-mcp-server @ivotoby/openapi-mcp-server @benborla29/mcp-server-mysql
    @shopify/dev-mcp @softeria/ms-365-mcp-server @wonderwhy-er/desktop-commander
    @gongrzhe/server-gmail-autoauth-mcp`),
  pypi: words(`
    mcp fastmcp mcp-server-fetch mcp-server-git mcp-server-time mcp-server-sqlite mcp-server-qdrant
    mcp-proxy mcp-proxy-for-aws mcp-atlassian office-word-mcp-server office-powerpoint-mcp-server
    excel-mcp-server databricks-mcp duckduckgo-mcp-server cli-mcp-server lean-lsp-mcp
    awslabs-aws-documentation-mcp-server awslabs-aws-api-mcp-server awslabs-cloudwatch-mcp-server
    awslabs-aws-pricing-mcp-server awslabs-bedrock-kb-retrieval-mcp-server awslabs-eks-mcp-server
    mcp-server-duckdb mcp-server-motherduck workspace-mcp chroma-mcp snowflake-labs-mcp mcpo
    mcp-grafana mcp-clickhouse mcpforunityserver blender-mcp postgres-mcp arxiv-mcp-server
    opensearch-mcp-server-py dbt-mcp ha-mcp markitdown-mcp notebooklm-mcp-cli linkedin-scraper-mcp
    analytics-mcp mysql-mcp-server`),
}
