/** What the papers do not show. */
package io.bloomtree.experiments.beyond;
