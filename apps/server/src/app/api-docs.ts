import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { PRODUCT_NAME } from '@kinreel/contracts';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The product's logo. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#667b68"/><circle cx="21" cy="19" r="14.5" fill="#a3b899"/><circle cx="22" cy="18" r="9.5" fill="#f7f1e3"/><circle cx="23" cy="17" r="4.8" fill="#dcae55"/></svg>';

/** OpenAPI generated from the schemas that validate the requests: page at /api/docs, document at /api/docs/json. */
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
      const output = jsonSchemaTransform(input as never);
      const access = (input.route.config as { access?: string } | undefined)?.access;
      return access === 'public' ? output : { ...output, schema: { ...output.schema, security: [{ bearer: [] }] } };
    },
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO) },
      theme: { title: `${PRODUCT_NAME} API` },
    });
  });
});
