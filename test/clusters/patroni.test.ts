// PostgreSQL with Patroni, etcd and HAProxy, replicated synchronously.
import { testCluster } from './cluster-tests.js';

testCluster('patroni-cluster', 'Patroni');
