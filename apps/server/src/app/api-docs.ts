import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { logo } from '@kinreel/brand/logo';
import * as contracts from '@kinreel/contracts';
import fp from 'fastify-plugin';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  jsonSchemaTransform,
} from 'fastify-type-provider-zod';
import * as z from 'zod';

const { PRODUCT_NAME } = contracts;

/** The object schemas of the contracts by export name. The document defines each once and references it. */
const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(contracts)) {
  if (schema instanceof z.core.$ZodObject) schemaRegistry.add(schema, { id });
}
const transformWithRefs = createJsonSchemaTransform({ schemaRegistry });
const addSchemas = createJsonSchemaTransformObject({ schemaRegistry });

/** OpenAPI document, generated from the schemas that validate requests: page at /api/docs, JSON at /api/docs/json. */
export const apiDocs = fp(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: PRODUCT_NAME,
        version: '0.1.0',
        description: 'API of Kinreel, a home for the video stories of a family.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (input) => {
      const { schema, url } = transformWithRefs(input as never);
      const responses = schema.response as Record<string, { description?: string }> | undefined;
      // @fastify/swagger cannot resolve references in parameters.
      const { querystring, params, headers, response } = jsonSchemaTransform(input as never).schema;
      for (const [status, { description }] of Object.entries((response ?? {}) as NonNullable<typeof responses>)) {
        // A reference drops the description, which lists the error codes.
        if (responses?.[status]) responses[status].description ??= description;
      }
      const access = (input.route.config as { access?: string } | undefined)?.access;
      const security = access === 'public' ? {} : { security: [{ bearer: [] }] };
      return { schema: { ...schema, querystring, params, headers, ...security }, url };
    },
    transformObject: (document) => keepUsedSchemas(addSchemas(document as never) as never),
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      logo: { type: 'image/svg+xml', content: Buffer.from(logo(40)) },
      theme: { title: `${PRODUCT_NAME} API` },
    });
  });
});

/** Removes the schemas that neither a path nor another used schema references. */
function keepUsedSchemas<Document extends { paths: object; components: { schemas: Record<string, unknown> } }>(
  document: Document,
): Document {
  const used: Record<string, unknown> = {};
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in used) continue;
      used[name] = document.components.schemas[name];
      visit(used[name]);
    }
  };
  visit(document.paths);
  return { ...document, components: { ...document.components, schemas: used } };
}
